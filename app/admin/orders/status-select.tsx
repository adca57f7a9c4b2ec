import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { controlClass } from '#app/ui/field.tsx'
import { ChevronDownIcon, SpinnerIcon } from '#app/ui/icons.tsx'
import type { DeliveryOption } from '#rules/delivery-fee.ts'
import { type OrderStatus, orderStatuses, readOrderStatus, statusLabel } from '#rules/order-status.ts'
import type { StatusChanges } from './status-changes.ts'

type StatusSelectProps = {
  code: string
  status: OrderStatus
  option: DeliveryOption
  busy: boolean
  onChange(to: OrderStatus): void
}

const walkingKeys = /^(Arrow|Home|End|Page)|^.$/

/**
 * With a mouse or a finger a choice holds at once. The keyboard walks through the choices one by one, so there it holds
 * with Enter or on leaving the field: nobody cancels an order on the way to another status.
 */
export function StatusSelect({ code, status, option, busy, onChange }: StatusSelectProps) {
  const hintId = useId()
  const [draft, setDraft] = useState<OrderStatus | null>(null)
  const isWalking = useRef(false)
  const settle = (to: OrderStatus | null) => {
    setDraft(null)
    if (to !== null && to !== status) onChange(to)
  }
  const press = (event: KeyboardEvent) => {
    isWalking.current = walkingKeys.test(event.key)
    if (event.key === 'Enter') settle(draft)
    if (event.key === 'Escape' && draft !== null) {
      event.preventDefault()
      event.stopPropagation()
      setDraft(null)
    }
  }
  return (
    <div className="group min-w-38">
      <div className="relative">
        <select
          aria-label={`Status of ${code}`}
          aria-describedby={hintId}
          aria-busy={busy || undefined}
          value={draft ?? status}
          onPointerDown={() => {
            isWalking.current = false
          }}
          onKeyDown={press}
          onBlur={() => settle(draft)}
          onChange={({ target }) => {
            const to = readOrderStatus(target.value)
            if (isWalking.current) setDraft(to)
            else settle(to)
          }}
          className={`${controlClass} min-h-11 appearance-none pr-10 max-md:min-h-12`}
        >
          {orderStatuses.map((choice) => (
            <option key={choice} value={choice}>
              {statusLabel(choice, option)}
            </option>
          ))}
        </select>
        {busy ? (
          <SpinnerIcon
            size={20}
            className="pointer-events-none absolute inset-y-0 right-3 my-auto motion-safe:animate-turn"
          />
        ) : (
          <ChevronDownIcon size={20} className="pointer-events-none absolute inset-y-0 right-3 my-auto" />
        )}
      </div>
      <p id={hintId} className="mt-1 hidden max-w-44 text-xs text-muted-foreground group-focus-within:block">
        {draft ? `Press Enter to set ${statusLabel(draft, option)}.` : hintFor(status)}
      </p>
    </div>
  )
}

/** An unpaid online order is not sent without a word. */
export function UnpaidQuestion({ changes: { unpaid, answerUnpaid } }: { changes: StatusChanges }) {
  return (
    <ConfirmDialog
      open={unpaid !== null}
      title="This order is not paid"
      confirmLabel="Send it, paid on delivery"
      cancelLabel="Do not send it"
      onClose={() => answerUnpaid(false)}
      onConfirm={() => answerUnpaid(true)}
    >
      <p>
        {unpaid?.order.tracking_code} was to be paid online, and nobody has paid for it yet. Send it only if
        the customer pays on delivery: the driver then collects the money.
      </p>
    </ConfirmDialog>
  )
}

function hintFor(status: OrderStatus): string {
  return status === 'Cancelled'
    ? 'Any other status takes the products off the shelf again.'
    : 'Cancelled puts the products back on the shelf.'
}
