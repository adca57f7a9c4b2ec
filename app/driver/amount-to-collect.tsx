import { formatGhs, fromCedis } from '#rules/money.ts'
import { CircleCheckIcon } from '../ui/icons.tsx'
import type { Delivery } from './shown-deliveries.ts'

/** The number that matters at the door, large enough for bright sun. */
export function AmountToCollect({ delivery }: { delivery: Delivery }) {
  const { amount_to_collect, collected, payment_state } = delivery
  if (amount_to_collect === 0) {
    return (
      <p className="flex items-center gap-2 justify-self-start rounded-full bg-success-soft px-4 py-1 text-xl font-semibold text-success">
        <CircleCheckIcon size={20} />
        {payment_state === 'Paid' ? 'PAID' : payment_state}
      </p>
    )
  }
  return (
    <p className="text-xl font-semibold tabular-nums">
      {collected === null
        ? `Collect ${formatGhs(fromCedis(amount_to_collect) ?? 0)}`
        : `Collected ${formatGhs(fromCedis(collected) ?? 0)}`}
    </p>
  )
}
