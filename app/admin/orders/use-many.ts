import { useState } from 'react'
import type { ChangeManyAnswer } from '../../../contract/admin-orders.ts'
import type { AdminOrderAnswer } from '../../../contract/orders.ts'
import type { OrderStatus } from '../../../rules/order-status.ts'
import { api } from '../../data/api.ts'
import { useToasts } from '../../ui/toasts.tsx'

type ManyProps = {
  orders: readonly AdminOrderAnswer[]
  patch(orderId: number, change: Partial<AdminOrderAnswer>): void
  onChanged(): void
}

/** Sets one status on many orders and says which ones could not take it. */
export function useMany({ orders, patch, onChanged }: ManyProps) {
  const { show } = useToasts()
  const [isBusy, setBusy] = useState(false)
  const codeOf = (orderId: number) => orders.find(({ id }) => id === orderId)?.tracking_code ?? `#${orderId}`

  const setStatus = async (orderIds: readonly number[], status: OrderStatus): Promise<void> => {
    setBusy(true)
    try {
      const body = { order_ids: orderIds, status }
      const answer = await api.put<ChangeManyAnswer>('/api/orders/status', { body, timeoutMs: 120_000 })
      for (const { id, order_status, updated_at } of answer.orders) patch(id, { order_status, updated_at })
      tell(answer, status)
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      show({ title: 'Failed to update order status', description, tone: 'destructive' })
    } finally {
      setBusy(false)
      onChanged()
    }
  }

  const tell = ({ orders: changed, not_changed }: ChangeManyAnswer, status: OrderStatus) => {
    if (changed.length > 0) {
      const count = changed.length === 1 ? '1 order' : `${changed.length} orders`
      show({
        title: 'Order status updated successfully',
        description: [
          `${count}: ${status}.`,
          changed.some(({ stockRestored }) => stockRestored) && 'Stock Restored.',
          changed.some(({ stockDecremented }) => stockDecremented) && 'Stock Decremented.',
        ]
          .filter(Boolean)
          .join(' '),
        tone: 'success',
      })
    }
    if (not_changed.length === 0) return
    const description = not_changed.map(({ id, reason }) => `${codeOf(id)}: ${reason}`).join(' · ')
    show({ title: 'Failed to update order status', description, tone: 'destructive' })
  }
  return { setStatus, isBusy }
}
