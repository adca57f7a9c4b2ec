import { useState } from 'react'
import { useCart } from '#app/cart/cart.tsx'
import { usePublicUrl } from '#app/components/public-url.ts'
import { storageHere } from '#app/data/browser-storage.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { useToasts } from '#app/ui/toasts.tsx'
import type { PlacedOrderResponse } from '#contract/checkout.ts'
import { toUnpaid } from '../pay/unpaid-order.ts'
import type { ChatWindow } from './chat-window.ts'
import type { WantedOrder } from './order-body.ts'
import { orderChat } from './order-chat.ts'
import { keepPlacedOrder, type PlacedOrder } from './placed-order.ts'
import { useUnpaid } from './use-unpaid.ts'

export type PlacedHere = Pick<PlacedOrder, 'code' | 'chat'> & { chatWindow: ChatWindow }

/** What comes once the shop has the order: the chat, or the payment. */
export function useAfterOrder() {
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
    keepPlacedOrder(storageHere('sessionStorage'), { code, chat, email: form.email || null })
    if (chatWindow) celebrate(code, chat, chatWindow)
    else begin(toUnpaid(order, form))
    // Only what was ordered leaves the cart: another tab may have put something in meanwhile.
    for (const line of lines) remove(line.product.id)
  }
  return { placed, unpaid, leave, goOn }
}
