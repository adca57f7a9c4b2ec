import { Badge } from '#app/ui/badge.tsx'
import { CircleCheckIcon, TruckIcon, WarningIcon } from '#app/ui/icons.tsx'
import type { AdminOrderResponse } from '#contract/orders.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { formatGhs, fromCedis } from '#rules/money.ts'
import { orderPaymentLabels } from '#rules/payment-states.ts'
import { PaymentBadge } from './payment-badge.tsx'

type Money = Pick<AdminOrderResponse, 'payment_state' | 'amount_to_collect' | 'cash'>

/** Whether the money for an order is there: paid online, counted in the shop, or still in a driver's pocket. */
export function MoneyBadge({ payment_state: state, amount_to_collect: due, cash }: Money) {
  if (cash === null || state !== orderPaymentLabels.on_delivery) return <PaymentBadge state={state} />
  if (cash.collected < due) {
    return (
      <Badge tone="amber" icon={WarningIcon}>
        {cash.collected === 0 ? 'No cash collected' : 'Part of the cash'}
      </Badge>
    )
  }
  return cash.received_at === null ? (
    <Badge tone="amber" icon={TruckIcon}>
      Cash with driver
    </Badge>
  ) : (
    <Badge tone="green" icon={CircleCheckIcon}>
      Cash received
    </Badge>
  )
}

/** The same in a sentence, with the amounts. */
export function CashLine({ amount_to_collect: due, cash }: Omit<Money, 'payment_state'>) {
  if (cash === null) return due > 0 ? <p className="text-muted-foreground">To collect: {ghs(due)}</p> : null
  const isShort = cash.collected < due
  return (
    <p className="text-muted-foreground">
      Collected at the door: {ghs(cash.collected)}
      {isShort && ` of ${ghs(due)}`}
      {cash.collected > 0 &&
        (cash.received_at === null
          ? ', still with the driver'
          : `, handed over on ${formatDateAndTime(new Date(cash.received_at))}`)}
      .
    </p>
  )
}

function ghs(cedis: number): string {
  return formatGhs(fromCedis(cedis) ?? 0)
}
