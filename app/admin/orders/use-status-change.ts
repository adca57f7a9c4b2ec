import { useState } from 'react'
import { api } from '#app/data/api.ts'
import { useToasts } from '#app/ui/toasts.tsx'
import type { AdminOrderResponse, ChangeStatusResponse } from '#contract/orders.ts'
import type { OrderStatus } from '#rules/order-status.ts'
import { statusTrouble } from './status-trouble.ts'

type ChangingOrder = Pick<AdminOrderResponse, 'id' | 'tracking_code' | 'order_status'>

type StatusChangeProps = {
  /** Shows the new status at once, and the old one again when the shop says no. */
  patch(orderId: number, change: Partial<AdminOrderResponse>): void
  onChanged(): void
}

export type StatusChanges = {
  change(order: ChangingOrder, to: OrderStatus): Promise<void>
  isBusy(orderId: number): boolean
}

export function useStatusChange({ patch, onChanged }: StatusChangeProps): StatusChanges {
  const { show } = useToasts()
  const [busy, setBusy] = useState<readonly number[]>([])

  const change = async (order: ChangingOrder, to: OrderStatus): Promise<void> => {
    const { id, tracking_code: code, order_status: from } = order
    patch(id, { order_status: to })
    setBusy((others) => [...others, id])
    try {
      const body = { status: to, expected_status: from }
      const answer = await api.put<ChangeStatusResponse>(`/api/orders/${id}`, { body })
      patch(id, { order_status: answer.order_status, updated_at: answer.updated_at })
      show({
        title: 'Order status updated successfully',
        description: `${code}: ${from} → ${to}`,
        tone: 'success',
        action: { label: 'Undo', onPress: () => void change({ ...order, order_status: to }, from) },
      })
      if (answer.stockRestored)
        show({ title: 'Stock Restored', description: `The products of ${code} are back on the shelf.` })
      if (answer.stockDecremented)
        show({ title: 'Stock Decremented', description: `The products of ${code} were taken again.` })
    } catch (error) {
      const { description, now = from } = statusTrouble(error)
      patch(id, { order_status: now })
      show({
        title: 'Failed to update order status',
        description: `${code}: ${description}`,
        tone: 'destructive',
      })
    } finally {
      setBusy((others) => others.filter((other) => other !== id))
      onChanged()
    }
  }
  return { change, isBusy: (orderId) => busy.includes(orderId) }
}
