import { useRef, useState } from 'react'
import type { PlacedOrderAnswer } from '../../../contract/checkout.ts'
import type { Cart } from '../../../rules/cart.ts'
import {
  type CheckoutField,
  type CheckoutForm,
  emptyCartText,
  emptyCartTitle,
} from '../../../rules/checkout-fields.ts'
import type { Mistakes } from '../../../rules/form-mistakes.ts'
import { useCart } from '../../cart/cart.tsx'
import { useShopFacts } from '../../data/shop-facts.ts'
import { usePublicUrl } from '../../parts/public-url.ts'
import { useToasts } from '../../ui/toasts.tsx'
import { storageHere } from './browser-storage.ts'
import { type ChatWindow, openChatWindow } from './chat-window.ts'
import { makeAttempt, openAttempts } from './order-attempt.ts'
import { orderChat } from './order-chat.ts'
import type { OrderConflict } from './order-conflict.ts'
import { keepPlacedOrder, type PlacedOrder } from './placed-order.ts'
import { type OrderFailure, sendOrder } from './send-order.ts'

/** What stands between the customer and the order; each new one takes the focus. */
export type OrderTrouble = { conflict: OrderConflict } | { failure: OrderFailure }

export type PlacedHere = PlacedOrder & { chatWindow: ChatWindow }

/** How a press of the button ended; `mistakes` are what the shop itself found in the form. */
type Placing = { isPlaced: boolean; mistakes?: Mistakes<CheckoutField> }

const notPlaced: Placing = { isPlaced: false }

/** Places the order once, however often the button is pressed, and keeps cart and form through every failure. */
export function usePlaceOrder() {
  const { remove } = useCart()
  const { chatNumber } = useShopFacts()
  const publicUrl = usePublicUrl()
  const { show, close } = useToasts()
  const [attempts] = useState(() => openAttempts(storageHere('localStorage'), makeAttempt))
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<OrderTrouble | null>(null)
  const [placed, setPlaced] = useState<PlacedHere | null>(null)
  const isRunning = useRef(false)
  const shownToast = useRef<number | null>(null)

  const tellFailure = (failure: OrderFailure) => {
    setTrouble({ failure })
    const { title, text } = failure
    shownToast.current = show({ title, description: text, tone: 'destructive' })
  }
  const celebrate = (order: PlacedOrderAnswer, form: CheckoutForm, lines: Cart, chatWindow: ChatWindow) => {
    const chat = orderChat(order, form, { chatNumber, publicUrl })
    keepPlacedOrder(storageHere('sessionStorage'), { code: order.tracking_code, chat })
    // Only what was ordered leaves the cart: another tab may have put something in meanwhile.
    for (const line of lines) remove(line.product.id)
    setPlaced({ code: order.tracking_code, chat, chatWindow })
    show({
      tone: 'success',
      title: 'Order placed successfully',
      description: 'You will be redirected to WhatsApp to complete your order.',
    })
    if (!chatWindow.isThisWindow) chatWindow.show(chat)
  }
  const place = async (form: CheckoutForm, lines: Cart): Promise<Placing> => {
    if (isRunning.current) return notPlaced
    if (shownToast.current !== null) close(shownToast.current)
    if (lines.length === 0) {
      show({ title: emptyCartTitle, description: emptyCartText, tone: 'destructive' })
      return notPlaced
    }
    isRunning.current = true
    setBusy(true)
    setTrouble(null)
    const chatWindow = openChatWindow(window)
    const outcome = await sendOrder(form, lines, attempts)
    isRunning.current = false
    setBusy(false)
    if (outcome.is === 'placed') {
      celebrate(outcome.order, form, lines, chatWindow)
      return { isPlaced: true }
    }
    chatWindow.close()
    if (outcome.is === 'conflict') setTrouble({ conflict: outcome.conflict })
    if (outcome.is === 'failed') tellFailure(outcome.failure)
    return outcome.is === 'mistaken' ? { isPlaced: false, mistakes: outcome.mistakes } : notPlaced
  }
  return { place, isBusy, trouble, dismiss: () => setTrouble(null), placed }
}

export type OrderPlacing = ReturnType<typeof usePlaceOrder>
