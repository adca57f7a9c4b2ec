import { useEffect, useRef, useState } from 'react'
import { useCart } from '#app/cart/cart.tsx'
import { trackingPath, usePublicUrl } from '#app/components/page-addresses.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { useToasts } from '#app/ui/toasts.tsx'
import type { PlacedOrderResponse } from '#contract/checkout.ts'
import type { CheckoutField, CheckoutForm } from '#rules/checkout-fields.ts'
import type { Mistakes } from '#rules/form-mistakes.ts'
import { toPesewas } from '#rules/money.ts'
import { orderMessage } from '#rules/order-message.ts'
import { chatLink } from '#rules/phone-number.ts'
import { type PlacedOrder, placedOrderStore, saveDeliveryPin } from '../pay/placed-order.ts'
import { findUnpaid, toUnpaid, type UnpaidOrder, unpaidOrderStore } from '../pay/unpaid-order.ts'
import { addressLine, type WantedOrder } from './checkout-values.ts'
import { makeAttempt, type OrderConflict, type OrderFailure, openAttempts, sendOrder } from './send-order.ts'

/** What stands between the customer and the order; each new one takes the focus. */
export type OrderTrouble = { conflict: OrderConflict } | { failure: OrderFailure }

/** How a press of the button ended; `mistakes` are what the shop itself found in the form. */
type Placing = { isPlaced: boolean; mistakes?: Mistakes<CheckoutField> }

const notPlaced: Placing = { isPlaced: false }

/** Places the order once, however often the button is pressed, and keeps cart and form through every failure. */
export function usePlaceOrder() {
  const { show, close } = useToasts()
  const { placed, unpaid, leave, goOn } = useAfterOrder()
  const [attempts] = useState(() => openAttempts(makeAttempt))
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<OrderTrouble | null>(null)
  const isRunning = useRef(false)
  const shownToast = useRef<number | null>(null)

  const showFailure = (failure: OrderFailure) => {
    setTrouble({ failure })
    const { title, text } = failure
    shownToast.current = show({ title, description: text, tone: 'destructive' })
  }
  const place = async (wanted: WantedOrder): Promise<Placing> => {
    if (isRunning.current) return notPlaced
    if (shownToast.current !== null) close(shownToast.current)
    isRunning.current = true
    setBusy(true)
    setTrouble(null)
    const chatWindow = wanted.form.paymentMethod === 'mtn_momo' ? null : openChatWindow(window)
    const outcome = await sendOrder(wanted, attempts)
    isRunning.current = false
    setBusy(false)
    if (outcome.is === 'placed') {
      window.dispatchEvent(new CustomEvent('shop:ordered', { detail: outcome.order.order_total }))
      goOn(outcome.order, wanted, chatWindow)
      return { isPlaced: true }
    }
    chatWindow?.close()
    if (outcome.is === 'conflict') setTrouble({ conflict: outcome.conflict })
    if (outcome.is === 'failed') showFailure(outcome.failure)
    return outcome.is === 'mistaken' ? { isPlaced: false, mistakes: outcome.mistakes } : notPlaced
  }
  return {
    begin: attempts.begin,
    place,
    isBusy,
    trouble,
    dismiss: () => setTrouble(null),
    placed,
    unpaid,
    leave,
  }
}

export type OrderPlacing = ReturnType<typeof usePlaceOrder>

export type PlacedHere = Pick<PlacedOrder, 'code' | 'chat'> & { chatWindow: ChatWindow }

/** What comes once the shop has the order: the chat, or the payment. */
function useAfterOrder() {
  const { remove } = useCart()
  const { chatNumber } = useShopFacts()
  const publicUrl = usePublicUrl()
  const { show } = useToasts()
  const { unpaid, begin, leave } = useUnpaid()
  const [placed, setPlaced] = useState<PlacedHere | null>(null)

  const celebrate = (code: string, chat: string, chatWindow: ChatWindow) => {
    setPlaced({ code, chat, chatWindow })
    show({
      tone: 'success',
      title: 'Order placed successfully',
      description: 'You will be redirected to WhatsApp to complete your order.',
    })
    if (!chatWindow.isThisWindow) chatWindow.show(chat)
  }
  const goOn = (order: PlacedOrderResponse, { form, lines }: WantedOrder, chatWindow: ChatWindow | null) => {
    const { tracking_code: code } = order
    // Who announces the order in the chat pays on delivery, also when that comes after a payment that did not work.
    const onDelivery = { ...order, payment_method: 'whatsapp' } as const
    const chat = orderChat(onDelivery, form, { chatNumber, publicUrl })
    saveDeliveryPin(code, order.delivery_pin)
    placedOrderStore.write({ code, chat, email: form.email || null })
    if (chatWindow) celebrate(code, chat, chatWindow)
    else begin(toUnpaid(order, form))
    // Only what was ordered leaves the cart: another tab may have put something in meanwhile.
    for (const line of lines) remove(line.product.id)
  }
  return { placed, unpaid, leave, goOn }
}

type Unpaid = { order: UnpaidOrder; beginsByItself: boolean }

/** The order of this tab that the shop has and whose payment has not begun. */
function useUnpaid() {
  const [unpaid, setUnpaid] = useState<Unpaid | null>(null)
  useEffect(() => {
    const order = findUnpaid(Date.now())
    if (order) setUnpaid({ order, beginsByItself: false })
  }, [])
  return {
    unpaid,
    begin: (order: UnpaidOrder) => {
      unpaidOrderStore.write(order)
      setUnpaid({ order, beginsByItself: true })
    },
    leave: () => {
      unpaidOrderStore.remove()
      setUnpaid(null)
    },
  }
}

type Shop = { chatNumber: string; publicUrl: string }

/** The chat with the shop, with the order as the shop itself has written it down. */
export function orderChat(order: PlacedOrderResponse, form: CheckoutForm, shop: Shop): string {
  const message = orderMessage({
    number: order.id,
    trackingCode: order.tracking_code,
    trackingLink: `${shop.publicUrl}${trackingPath(order.tracking_code)}`,
    customerName: form.fullName,
    phone: form.phone,
    email: form.email || null,
    address: addressLine(form),
    lines: order.items.map((item) => ({
      quantity: item.quantity,
      name: item.product_name,
      price: toPesewas(item.price_per_item),
    })),
    deliveryOption: order.delivery_option,
    deliveryFee: toPesewas(order.delivery_fee),
    deliveryDay: order.delivery_day,
    discounts: order.discounts.map((taken) => ({ ...taken, amount: toPesewas(taken.amount) })),
    total: toPesewas(order.order_total),
    paymentMethod: order.payment_method,
    note: form.customerNote,
    giftNote: form.giftNote,
  })
  return chatLink(shop.chatNumber, message)
}

/** The window in which the chat opens. On a phone that is this window, once the shop's page has moved on. */
type ChatWindow = {
  show(link: string): void
  close(): void
  /** True when the chat takes the place of the shop's page. */
  isThisWindow: boolean
}

/**
 * On a computer a tab is opened by the press itself, because browsers block one that opens later; it is filled as soon as the
 * order is there.
 */
function openChatWindow(browser: Window): ChatWindow {
  if (isPhone(browser.navigator)) {
    return { show: (link) => browser.location.assign(link), close: () => {}, isThisWindow: true }
  }
  const tab = browser.open('', '_blank')
  if (tab) showWaitingText(tab)
  return {
    show: (link) => tab?.location.replace(link),
    close: () => tab?.close(),
    isThisWindow: false,
  }
}

type Device = { userAgent: string; userAgentData?: { mobile?: boolean } }

export function isPhone(device: Device): boolean {
  return device.userAgentData?.mobile ?? /Android|iPhone|iPod|iPad|Mobile|Opera Mini/i.test(device.userAgent)
}

function showWaitingText(tab: Window): void {
  tab.opener = null
  tab.document.title = 'WhatsApp'
  tab.document.body.textContent = 'Your order is being placed. WhatsApp opens here in a moment.'
}
