import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { trackingPath } from '#app/components/tracking-path.ts'
import { storageHere } from '#app/data/browser-storage.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { useToasts } from '#app/ui/toasts.tsx'
import { payOnDelivery } from '../pay/payment-calls.ts'
import { forgetUnpaid, type UnpaidOrder } from '../pay/unpaid-order.ts'
import { useGoToPayment } from '../pay/use-go-to-payment.ts'
import type { OrderFailure } from './send-order.ts'
import { paymentFailure, refusedReference, startPayment } from './start-payment.ts'

/** How the last try ended. */
type Ending = {
  failure: OrderFailure | null
  /** Known when the shop wrote down the payment that did not work. */
  reference: string | null
}

/** Begins the payment of an order that the shop has already: however often it is pressed, there is one order. */
export function usePayOnline(order: UnpaidOrder, beginsByItself: boolean) {
  const goToPayment = useGoToPayment()
  const navigate = useNavigate()
  const { show } = useToasts()
  const [{ failure, reference }, setEnding] = useState<Ending>({ failure: null, reference: null })
  const [busyWith, setBusyWith] = useState<'payment' | 'delivery' | null>(null)
  const isRunning = useRef(false)
  const { shopName } = useShopFacts()

  const run = async (what: 'payment' | 'delivery', work: () => Promise<void>) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusyWith(what)
    setEnding({ failure: null, reference })
    try {
      await work()
      forgetUnpaid(storageHere('sessionStorage'))
    } catch (error) {
      const told = paymentFailure(error)
      setEnding({ failure: told, reference: refusedReference(error) ?? reference })
      show({ title: told.title, description: told.text, tone: 'destructive' })
    }
    isRunning.current = false
    setBusyWith(null)
  }
  const pay = () => run('payment', async () => goToPayment(order.code, await startPayment(order, shopName)))

  const begins = useRef(beginsByItself)
  useEffect(() => {
    if (!begins.current) return
    begins.current = false
    void pay()
  })
  return {
    failure,
    busyWith,
    pay,
    /** Null where the shop has no payment that could be changed. */
    payOnDelivery:
      reference === null
        ? null
        : () =>
            run('delivery', async () => {
              await payOnDelivery(reference)
              await navigate(trackingPath(order.code), { replace: true })
            }),
  }
}
