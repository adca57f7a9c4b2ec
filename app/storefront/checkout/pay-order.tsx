import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { trackingPath } from '#app/components/page-addresses.ts'
import { api, isApiProblem } from '#app/data/api.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { ClockIcon, WhatsAppIcon } from '#app/ui/icons.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import type { StartedPaymentResponse } from '#contract/payments.ts'
import { formatCedis } from '#rules/money.ts'
import { AnotherNumber } from '../pay/another-number.tsx'
import {
  fetchPayment,
  nameOrder,
  payOnDelivery,
  payOrderOnDelivery,
  useGoToPayment,
} from '../pay/payment-calls.ts'
import { payPath } from '../pay/saved-payments.ts'
import { forgetUnpaid, isUnpaid, keepUnpaid, type UnpaidOrder } from '../pay/unpaid-order.ts'
import type { OrderFailure } from './send-order.ts'

export type PayOrderProps = {
  order: UnpaidOrder
  /** Straight from the press: the payment begins at once. After a reload the customer presses. */
  beginsByItself: boolean
  /** The customer orders something else instead. */
  onLeave(): void
}

/** Replaces the form: the order is in, so a press here pays and never orders again. */
export function PayOrder({ order, beginsByItself, onLeave }: PayOrderProps) {
  const { failure, busyWith, pay, payOnDelivery } = usePayOnline(order, beginsByItself)
  useLeaveWhenPaid(order, onLeave)
  const panel = useRef<HTMLDivElement>(null)
  // The button that was pressed, or the place to which the browser came back, may be far below.
  useEffect(() => {
    // Newer browsers give a promise back, which is no way to clean up.
    window.scrollTo(0, 0)
  }, [])
  useEffect(() => {
    if (!failure) return
    window.scrollTo(0, 0)
    panel.current?.focus({ preventScroll: true })
  }, [failure])
  const { reference } = order
  return (
    <div className="mx-auto grid w-full max-w-128 grid-cols-1 gap-5 px-gutter py-8 lg:py-14">
      <div className="grid justify-items-center gap-3 text-center">
        <span className="grid size-16 place-items-center rounded-full bg-accent text-link">
          <ClockIcon size={32} />
        </span>
        <h1 className="lg:text-h2">
          {reference ? 'Your order waits for its payment' : 'Your order is in, the payment is next'}
        </h1>
        <p className="text-lg">
          Order <strong className="font-semibold tracking-widest">{order.code}</strong>,{' '}
          <span className="whitespace-nowrap tabular-nums">{formatCedis(order.amount)}</span>
        </p>
        <p role="status" className="text-muted-foreground">
          {busyWith === 'payment'
            ? 'Opening the payment...'
            : 'We keep your products for 15 minutes. Nothing is ordered twice.'}
        </p>
      </div>
      {failure && (
        <ErrorPanel ref={panel} title={failure.title}>
          {failure.text}
        </ErrorPanel>
      )}
      <div className="grid gap-3">
        {reference ? (
          <ButtonLink to={payPath(reference)} wide>
            Continue payment
          </ButtonLink>
        ) : (
          <>
            {!failure?.mistake && (
              <Button
                wide
                busy={busyWith === 'payment'}
                busyLabel="Processing..."
                onClick={() => pay(order.phone)}
              >
                {failure ? 'Try the payment again' : 'Pay now'}
              </Button>
            )}
            {failure?.isAboutNumber && (
              <AnotherNumber onSend={pay} isBusy={busyWith === 'payment'} firstMistake={failure.mistake} />
            )}
          </>
        )}
        <Button variant="secondary" wide busy={busyWith === 'delivery'} onClick={payOnDelivery}>
          <WhatsAppIcon size={20} />
          Pay on delivery by WhatsApp instead
        </Button>
        <ButtonLink variant="ghost" to={trackingPath(order.code)} wide>
          Follow your order
        </ButtonLink>
        {busyWith === null && (
          <Button variant="ghost" wide onClick={onLeave}>
            Order something else
          </Button>
        )}
      </div>
    </div>
  )
}

/** Another tab, or the phone itself, may have ended the payment meanwhile. */
function useLeaveWhenPaid({ reference }: UnpaidOrder, onLeave: () => void): void {
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    if (reference === undefined) return
    const looking = new AbortController()
    fetchPayment(reference, looking.signal).then(
      (payment) => !looking.signal.aborted && !isUnpaid(payment) && leave(),
      // Without the shop's word the way to the payment stays.
      () => {},
    )
    return () => looking.abort()
  }, [reference])
}

/** How the last try ended. */
type Ending = {
  failure: PaymentFailure | null
  /** Known when the shop wrote down the payment that did not work. */
  reference: string | null
}

/** Begins the payment of an order that the shop has already: however often it is pressed, there is one order. */
function usePayOnline(order: UnpaidOrder, beginsByItself: boolean) {
  const goToPayment = useGoToPayment()
  const navigate = useNavigate()
  const { show } = useToasts()
  const [{ failure, reference }, setEnding] = useState<Ending>({
    failure: null,
    reference: order.reference ?? null,
  })
  const [busyWith, setBusyWith] = useState<'payment' | 'delivery' | null>(null)
  const isRunning = useRef(false)
  const { shopName } = useShopFacts()

  const run = async (what: 'payment' | 'delivery', work: () => Promise<void>): Promise<Error | null> => {
    if (isRunning.current) return null
    isRunning.current = true
    setBusyWith(what)
    // The number that was asked for stays to be corrected.
    if (!failure?.isAboutNumber) setEnding({ failure: null, reference })
    try {
      await work()
      return null
    } catch (error) {
      const next = paymentFailure(error)
      setEnding({ failure: next, reference: refusedReference(error) ?? reference })
      // A toast would lie over the field that it is about.
      if (!next.mistake) show({ title: next.title, description: next.text, tone: 'destructive' })
      return error instanceof Error ? error : new Error(String(error))
    } finally {
      isRunning.current = false
      setBusyWith(null)
    }
  }
  const pay = (phone: string) =>
    run('payment', async () => {
      const started = await startPayment(order, shopName, phone)
      // Whoever comes back from there finds the way again.
      if (started?.referenceId) keepUnpaid(order, started.referenceId)
      await goToPayment(order.code, started)
    })

  const begins = useRef(beginsByItself)
  useEffect(() => {
    if (!begins.current) return
    begins.current = false
    void pay(order.phone)
  })
  return {
    failure,
    busyWith,
    pay,
    payOnDelivery: () =>
      run('delivery', async () => {
        await (reference === null ? payOrderOnDelivery(order) : payOnDelivery(reference))
        forgetUnpaid(order.code)
        show({
          tone: 'success',
          title: 'Order placed successfully',
          description: 'You pay on delivery. Send us the order on WhatsApp, so that we can confirm it.',
        })
        await navigate(trackingPath(order.code), { replace: true })
      }),
  }
}

const timeToAnswerMs = 30_000
const noConnection = 'Could not connect to payment gateway.'
const cannotAsk =
  'Mobile money cannot send a prompt to this phone number. Give the number of your wallet, or pay on delivery.'

/** Starts the payment of an order. Asked twice, the shop answers with the same payment. */
export function startPayment(
  order: UnpaidOrder,
  shopName: string,
  phone = order.phone,
): Promise<Partial<StartedPaymentResponse> | null> {
  return api.post('/api/payments/mtn_momo', {
    body: {
      ...nameOrder(order),
      customerName: order.name,
      customerEmail: order.email,
      customerPhone: phone,
      description: `${shopName} order ${order.code}`,
    },
    timeoutMs: timeToAnswerMs,
    otherwise: noConnection,
    quietWhenSignedOut: true,
  })
}

type PaymentFailure = OrderFailure & {
  /** Another number may help. */
  isAboutNumber: boolean
  /** What is wrong with this one: it need not be tried again. */
  mistake?: string | undefined
}

export function paymentFailure(error: unknown): PaymentFailure {
  const title = 'Payment failed'
  const mistake = isApiProblem(error) ? error.fields.customerPhone : undefined
  if (mistake !== undefined) return { title, text: cannotAsk, isAboutNumber: true, mistake }
  const wasReached = !isApiProblem(error) || error.status > 0
  const text = wasReached && error instanceof Error ? error.message : noConnection
  return { title, text, isAboutNumber: isApiProblem(error) && error.code === 'payment_failed' }
}

/** The payment that was refused, where the shop has written it down: its order can still be paid on delivery. */
export function refusedReference(error: unknown): string | null {
  const { referenceId } = isApiProblem(error) ? error.details : {}
  return typeof referenceId === 'string' ? referenceId : null
}
