import { useRef, useState } from 'react'
import { storageHere } from '#app/data/browser-storage.ts'
import { useToasts } from '#app/ui/toasts.tsx'
import type { CheckoutField } from '#rules/checkout-fields.ts'
import type { Mistakes } from '#rules/form-mistakes.ts'
import { openChatWindow } from './chat-window.ts'
import { makeAttempt, openAttempts } from './order-attempt.ts'
import type { WantedOrder } from './order-body.ts'
import type { OrderConflict } from './order-conflict.ts'
import { type OrderFailure, sendOrder } from './send-order.ts'
import { useAfterOrder } from './use-after-order.ts'

/** What stands between the customer and the order; each new one takes the focus. */
export type OrderTrouble = { conflict: OrderConflict } | { failure: OrderFailure }

/** How a press of the button ended; `mistakes` are what the shop itself found in the form. */
type Placing = { isPlaced: boolean; mistakes?: Mistakes<CheckoutField> }

const notPlaced: Placing = { isPlaced: false }

/** Places the order once, however often the button is pressed, and keeps cart and form through every failure. */
export function usePlaceOrder() {
  const { show, close } = useToasts()
  const { placed, unpaid, leave, goOn } = useAfterOrder()
  const [attempts] = useState(() => openAttempts(storageHere('localStorage'), makeAttempt))
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<OrderTrouble | null>(null)
  const isRunning = useRef(false)
  const shownToast = useRef<number | null>(null)

  const tellFailure = (failure: OrderFailure) => {
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
      goOn(outcome.order, wanted, chatWindow)
      return { isPlaced: true }
    }
    chatWindow?.close()
    if (outcome.is === 'conflict') setTrouble({ conflict: outcome.conflict })
    if (outcome.is === 'failed') tellFailure(outcome.failure)
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
