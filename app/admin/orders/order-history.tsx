import { OrderBadge } from '#app/components/order-badge.tsx'
import type { OrderDetailResponse } from '#contract/admin-orders.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { editedPartLabel } from '#rules/order-edit.ts'

/** Every step and every change, oldest first, with who and when. */
export function OrderHistory({ order }: { order: OrderDetailResponse }) {
  return (
    <ol className="grid gap-3">
      {order.history.map(({ status, at, by, edits }, step) => (
        <li key={at + status} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {edits ? (
            <strong className="font-semibold">{editTitle(edits)}</strong>
          ) : (
            <OrderBadge status={status} option={order.delivery_option} />
          )}
          <span className="text-sm text-muted-foreground">
            <time dateTime={at}>{formatDateAndTime(new Date(at))}</time> · {by ?? actorName(order, step)}
          </span>
          {edits && <Edits edits={edits} />}
        </li>
      ))}
    </ol>
  )
}

type OrderEdits = NonNullable<OrderDetailResponse['history'][number]['edits']>

function editTitle(edits: OrderEdits): string {
  return edits.some(({ part }) => part === 'return') ? 'Return' : 'Changed'
}

/** As it was and as it is. */
function Edits({ edits }: { edits: OrderEdits }) {
  return (
    <ul className="basis-full text-sm">
      {edits.map((edit) => (
        <li key={edit.part + edit.name} className="wrap-anywhere">
          {editedPartLabel(edit)}: {edit.before || 'nothing'} → {edit.after || 'nothing'}
        </li>
      ))}
    </ul>
  )
}

/** Without an account it was the customer who placed, changed or cancelled it, and otherwise the shop itself. */
function actorName({ customer_name, cancel_reason, history }: OrderDetailResponse, step: number): string {
  const isCancelled = cancel_reason === 'by_customer' && step === history.length - 1
  return step === 0 || isCancelled || history[step]?.edits ? customer_name : 'the shop itself'
}
