import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { type ApiProblem, api } from '#app/data/api.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { controlClass } from '#app/ui/field.tsx'
import { ChevronDownIcon, SpinnerIcon } from '#app/ui/icons.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import type { BulkUpdateResponse } from '#contract/admin-orders.ts'
import type { LineProblem } from '#contract/checkout.ts'
import type { AdminOrderResponse, ChangeStatusResponse } from '#contract/orders.ts'
import type { DeliveryOption } from '#rules/delivery-fee.ts'
import { type OrderStatus, orderStatuses, readOrderStatus, statusLabel } from '#rules/order-status.ts'

export const failedToUpdate = 'Failed to update order status'

type ChangingOrder = Pick<AdminOrderResponse, 'id' | 'tracking_code' | 'order_status'>

type StatusChangeProps = {
  /** Shows the new status at once, and the old one again when the shop says no. A list's items differ from those of one order. */
  patch(orderId: number, change: Partial<Omit<AdminOrderResponse, 'items'>>): void
  onChanged(): void
}

type ChangeOptions = {
  /** An online order that nobody has paid for is sent all the same. */
  pay_on_delivery?: boolean
}

/** A person has moved it on: that is the decision. */
const nothingToDecide = { to_confirm: [], to_decide_since: null }

type UnpaidStep = { order: ChangingOrder; to: OrderStatus }

export type StatusChanges = {
  /** An online order that was to be sent although nobody has paid for it: a person says whether it is paid on delivery. */
  unpaid: UnpaidStep | null
  answerUnpaid(isPaidOnDelivery: boolean): void
  change(order: ChangingOrder, to: OrderStatus, options?: ChangeOptions): Promise<void>
  isBusy(orderId: number): boolean
}

export function useStatusChange({ patch, onChanged }: StatusChangeProps): StatusChanges {
  const { show } = useToasts()
  const { submit, isBusyWith } = useSubmit()
  const [unpaid, setUnpaid] = useState<UnpaidStep | null>(null)

  const change = async (
    order: ChangingOrder,
    to: OrderStatus,
    options: ChangeOptions = {},
  ): Promise<void> => {
    const { id, tracking_code: code, order_status: from } = order
    patch(id, { order_status: to })
    const onFailure = (problem: ApiProblem) => {
      const { description, now = from } = statusFailure(problem)
      patch(id, { order_status: now })
      if (problem.code !== 'order_not_paid') return `${code}: ${description}`
      setUnpaid({ order, to })
      return true
    }
    await submit({ key: id, failed: failedToUpdate, onFailure }, async () => {
      const body = { status: to, expected_status: from, ...options }
      const changed = await api.put<ChangeStatusResponse>(`/api/orders/${id}`, { body })
      patch(id, { order_status: changed.order_status, updated_at: changed.updated_at, ...nothingToDecide })
      show({
        title: 'Order status updated successfully',
        description: `${code}: ${from} → ${to}`,
        tone: 'success',
        action: { label: 'Undo', onPress: () => void change({ ...order, order_status: to }, from) },
      })
      if (changed.stockRestored)
        show({ title: 'Stock Restored', description: `The products of ${code} are back on the shelf.` })
      if (changed.stockDecremented)
        show({ title: 'Stock Decremented', description: `The products of ${code} were taken again.` })
    })
    onChanged()
  }
  const answerUnpaid = (isPaidOnDelivery: boolean) => {
    setUnpaid(null)
    if (unpaid && isPaidOnDelivery) void change(unpaid.order, unpaid.to, { pay_on_delivery: true })
  }
  return { change, isBusy: isBusyWith, unpaid, answerUnpaid }
}

type BulkUpdateProps = {
  orders: readonly AdminOrderResponse[]
  patch(orderId: number, change: Partial<AdminOrderResponse>): void
  onChanged(): void
}

type Changed = BulkUpdateResponse['orders']

/** Sets one status on many orders, says which ones could not take it, and puts them back if that was a mistake. */
export function useBulkUpdate({ orders, patch, onChanged }: BulkUpdateProps) {
  const { show } = useToasts()
  const { submit, isBusy } = useSubmit()
  const codeOf = (orderId: number) => orders.find(({ id }) => id === orderId)?.tracking_code ?? `#${orderId}`

  const send = async (order_ids: readonly number[], status: OrderStatus, expected_status?: OrderStatus) => {
    const body = { order_ids, status, expected_status }
    const response = await api.put<BulkUpdateResponse>('/api/orders/status', { body, timeoutMs: 120_000 })
    for (const { id, order_status, updated_at } of response.orders) patch(id, { order_status, updated_at })
    return response
  }
  const setStatus = async (orderIds: readonly number[], status: OrderStatus): Promise<void> => {
    await submit({ failed: failedToUpdate }, async () => {
      const { orders: all, not_changed } = await send(orderIds, status)
      const moved = all.filter(({ previous_status }) => previous_status !== status)
      if (all.length > 0)
        show({
          title: 'Order status updated successfully',
          description: [`${orderCount(all.length)}: ${status}.`, ...stockTexts(moved)].join(' '),
          tone: 'success',
          action: moved.length > 0 ? { label: 'Undo', onPress: () => void undo(moved, status) } : undefined,
        })
      showRefused(failedToUpdate, not_changed)
    })
    onChanged()
  }

  /** Each order goes back to what it had been, unless somebody has moved it on since. */
  const undo = async (moved: Changed, status: OrderStatus): Promise<void> => {
    await submit({ key: 'undo', failed: failedToUpdate }, async () => {
      const responses: BulkUpdateResponse[] = []
      for (const before of new Set(moved.map(({ previous_status }) => previous_status))) {
        const back = moved.filter(({ previous_status }) => previous_status === before).map(({ id }) => id)
        responses.push(await send(back, before, status))
      }
      const undone = responses.flatMap(({ orders: back }) => back)
      if (undone.length > 0)
        show({
          title: 'The change is undone',
          description: [`${orderCount(undone.length)}.`, ...stockTexts(undone)].join(' '),
          tone: 'success',
        })
      const refused = responses.flatMap(({ not_changed }) => not_changed)
      showRefused('Not everything could be undone', refused)
    })
    onChanged()
  }

  const showRefused = (title: string, refused: BulkUpdateResponse['not_changed']) => {
    if (refused.length === 0) return
    const description = refused.map(({ id, reason }) => `${codeOf(id)}: ${reason}`).join(' · ')
    show({ title, description, tone: 'destructive' })
  }
  return { setStatus, isBusy }
}

function orderCount(count: number): string {
  return count === 1 ? '1 order' : `${count} orders`
}

function stockTexts(changed: Changed): string[] {
  return [
    changed.some(({ stockRestored }) => stockRestored) ? 'Stock Restored.' : '',
    changed.some(({ stockDecremented }) => stockDecremented) ? 'Stock Decremented.' : '',
  ].filter(Boolean)
}

type StatusFailure = {
  description: string
  /** What somebody else has made of the order meanwhile. */
  now?: OrderStatus
}

/** Why a status was not changed, and what to do next. */
export function statusFailure(error: ApiProblem): StatusFailure {
  if (error.code === 'order_changed') {
    const now = readOrderStatus(String(error.details.order_status))
    if (now)
      return {
        description: `Somebody else has set it to ${now} meanwhile. Please look and choose again.`,
        now,
      }
  }
  const short = shortLines(error.details.items)
  return { description: short ? `${error.message}: ${short}` : error.message }
}

function shortLines(items: unknown): string {
  if (!Array.isArray(items)) return ''
  return (items as LineProblem[])
    .filter(({ available, quantity }) => available < quantity)
    .map(({ product_name, available, quantity }) => `${product_name} (${quantity} needed, ${available} left)`)
    .join(', ')
}

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
