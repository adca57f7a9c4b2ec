import { useEffect, useRef } from 'react'
import { trackingPath } from '#app/components/tracking-path.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { ClockIcon, WhatsAppIcon } from '#app/ui/icons.tsx'
import { formatGhs, fromCedis } from '#rules/money.ts'
import type { UnpaidOrder } from '../pay/unpaid-order.ts'
import { usePayOnline } from './use-pay-online.ts'
import { usePlacedHere } from './use-placed-here.ts'

export type PayOrderProps = {
  order: UnpaidOrder
  /** Straight from the press: the payment begins at once. After a reload the customer presses. */
  beginsByItself: boolean
  /** The customer orders something else instead. */
  onLeave(): void
}

/** Stands in for the form: the order is in, so a press here pays and never orders again. */
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
          <span className="whitespace-nowrap tabular-nums">{formatGhs(fromCedis(order.amount) ?? 0)}</span>
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
  const words = (
    <>
      <WhatsAppIcon size={20} />
      Pay on delivery by WhatsApp instead
    </>
  )
  if (onChoose) {
    return (
      <Button variant="secondary" wide busy={isBusy} onClick={onChoose}>
        {words}
      </Button>
    )
  }
  if (!placed) return null
  return (
    <ButtonLink variant="secondary" to={placed.chat} wide>
      {words}
    </ButtonLink>
  )
}
