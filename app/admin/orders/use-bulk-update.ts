import { useState } from 'react'
import { api } from '#app/data/api.ts'
import { useToasts } from '#app/ui/toasts.tsx'
import type { BulkUpdateResponse } from '#contract/admin-orders.ts'
import type { AdminOrderResponse } from '#contract/orders.ts'
import type { OrderStatus } from '#rules/order-status.ts'

type BulkUpdateProps = {
  orders: readonly AdminOrderResponse[]
  patch(orderId: number, change: Partial<AdminOrderResponse>): void
  onChanged(): void
}

type Changed = BulkUpdateResponse['orders']

/** Sets one status on many orders, says which ones could not take it, and puts them back if that was a mistake. */
export function useBulkUpdate({ orders, patch, onChanged }: BulkUpdateProps) {
  const { show } = useToasts()
  const [isBusy, setBusy] = useState(false)
  const codeOf = (orderId: number) => orders.find(({ id }) => id === orderId)?.tracking_code ?? `#${orderId}`

  const send = async (order_ids: readonly number[], status: OrderStatus, expected_status?: OrderStatus) => {
    const body = { order_ids, status, expected_status }
    const answer = await api.put<BulkUpdateResponse>('/api/orders/status', { body, timeoutMs: 120_000 })
    for (const { id, order_status, updated_at } of answer.orders) patch(id, { order_status, updated_at })
    return answer
  }
  const work = async (steps: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await steps()
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      show({ title: 'Failed to update order status', description, tone: 'destructive' })
    } finally {
      setBusy(false)
      onChanged()
    }
  }
  const setStatus = (orderIds: readonly number[], status: OrderStatus): Promise<void> =>
    work(async () => {
      const { orders: all, not_changed } = await send(orderIds, status)
      const moved = all.filter(({ previous_status }) => previous_status !== status)
      if (all.length > 0)
        show({
          title: 'Order status updated successfully',
          description: [`${counted(all.length)}: ${status}.`, ...stockWords(moved)].join(' '),
          tone: 'success',
          action: moved.length > 0 ? { label: 'Undo', onPress: () => void undo(moved, status) } : undefined,
        })
      tellRefused('Failed to update order status', not_changed)
    })

  /** Each order goes back to what it had been, unless somebody has moved it on since. */
  const undo = (moved: Changed, status: OrderStatus): Promise<void> =>
    work(async () => {
      const answers: BulkUpdateResponse[] = []
      for (const before of new Set(moved.map(({ previous_status }) => previous_status))) {
        const back = moved.filter(({ previous_status }) => previous_status === before)
        answers.push(
          await send(
            back.map(({ id }) => id),
            before,
            status,
          ),
        )
      }
      const undone = answers.flatMap(({ orders: back }) => back)
      if (undone.length > 0)
        show({
          title: 'The change is undone',
          description: [`${counted(undone.length)}.`, ...stockWords(undone)].join(' '),
          tone: 'success',
        })
      tellRefused(
        'Not everything could be undone',
        answers.flatMap(({ not_changed }) => not_changed),
      )
    })

  const tellRefused = (title: string, refused: BulkUpdateResponse['not_changed']) => {
    if (refused.length === 0) return
    const description = refused.map(({ id, reason }) => `${codeOf(id)}: ${reason}`).join(' · ')
    show({ title, description, tone: 'destructive' })
  }
  return { setStatus, isBusy }
}

function counted(count: number): string {
  return count === 1 ? '1 order' : `${count} orders`
}

function stockWords(changed: Changed): string[] {
  return [
    changed.some(({ stockRestored }) => stockRestored) ? 'Stock Restored.' : '',
    changed.some(({ stockDecremented }) => stockDecremented) ? 'Stock Decremented.' : '',
  ].filter(Boolean)
}
