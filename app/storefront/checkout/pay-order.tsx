import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { trackingPath } from '#app/components/page-addresses.ts'
import { api } from '#app/data/api.ts'
import { isApiProblem } from '#app/data/api-problem.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { ClockIcon, WhatsAppIcon } from '#app/ui/icons.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import type { StartedPaymentResponse } from '#contract/payments.ts'
import { formatCedis } from '#rules/money.ts'
import { payOnDelivery, useGoToPayment } from '../pay/payment-calls.ts'
import { type UnpaidOrder, unpaidOrderStore } from '../pay/unpaid-order.ts'
import { usePlacedHere } from './placed-order.ts'
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
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!failure) return
    window.scrollTo(0, 0)
    panel.current?.focus({ preventScroll: true })
  }, [failure])
  return (
    <div className="mx-auto grid w-full max-w-128 grid-cols-1 gap-5 px-gutter py-8 lg:py-14">
      <div className="grid justify-items-center gap-3 text-center">
        <span className="grid size-16 place-items-center rounded-full bg-accent text-link">
          <ClockIcon size={32} />
        </span>
        <h1 className="lg:text-h2">Your order is in, the payment is next</h1>
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
        <Button wide busy={busyWith === 'payment'} busyLabel="Processing..." onClick={pay}>
          {failure ? 'Try the payment again' : 'Pay now'}
        </Button>
        <OnDelivery code={order.code} isBusy={busyWith === 'delivery'} onChoose={payOnDelivery} />
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

type OnDeliveryProps = { code: string; isBusy: boolean; onChoose: (() => Promise<void>) | null }

/** Where the shop has no payment to change, a person in the chat does it. */
function OnDelivery({ code, isBusy, onChoose }: OnDeliveryProps) {
  const placed = usePlacedHere(code)
  const label = (
    <>
      <WhatsAppIcon size={20} />
      Pay on delivery by WhatsApp instead
    </>
  )
  if (onChoose) {
    return (
      <Button variant="secondary" wide busy={isBusy} onClick={onChoose}>
        {label}
      </Button>
    )
  }
  if (!placed) return null
  return (
    <ButtonLink variant="secondary" to={placed.chat} wide>
      {label}
    </ButtonLink>
  )
}

/** How the last try ended. */
type Ending = {
  failure: OrderFailure | null
  /** Known when the shop wrote down the payment that did not work. */
  reference: string | null
}

/** Begins the payment of an order that the shop has already: however often it is pressed, there is one order. */
function usePayOnline(order: UnpaidOrder, beginsByItself: boolean) {
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
      unpaidOrderStore.remove()
    } catch (error) {
      const next = paymentFailure(error)
      setEnding({ failure: next, reference: refusedReference(error) ?? reference })
      show({ title: next.title, description: next.text, tone: 'destructive' })
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

const timeToAnswerMs = 30_000
const noConnection = 'Could not connect to payment gateway.'

/** Starts the payment of an order. Asked twice, the shop answers with the same payment. */
export function startPayment(
  order: UnpaidOrder,
  shopName: string,
): Promise<Partial<StartedPaymentResponse> | null> {
  return api.post('/api/payments/mtn_momo', {
    body: {
      amount: order.amount,
      customerName: order.name,
      customerEmail: order.email,
      customerPhone: order.phone,
      orderId: order.id,
      tracking_code: order.code,
      description: `${shopName} order ${order.code}`,
    },
    timeoutMs: timeToAnswerMs,
    otherwise: noConnection,
    quietWhenSignedOut: true,
  })
}

export function paymentFailure(error: unknown): OrderFailure {
  const wasReached = !isApiProblem(error) || error.status > 0
  const text = wasReached && error instanceof Error ? error.message : noConnection
  return { title: 'Payment failed', text }
}

/** The payment that was refused, where the shop has written it down: its order can still be paid on delivery. */
export function refusedReference(error: unknown): string | null {
  const { referenceId } = isApiProblem(error) ? error.details : {}
  return typeof referenceId === 'string' ? referenceId : null
}
