import { useCallback, useRef } from 'react'
import { type Answered, useAnswer } from '#app/data/use-answer.ts'
import type { AdminOrderAnswer } from '#contract/orders.ts'

type Listed = { orders: AdminOrderAnswer[] }

export type OrderList = Omit<Answered<Listed>, 'replace'> & {
  orders: AdminOrderAnswer[]
  /** Shows a change of one order before, or without, asking for the list again. */
  patch(orderId: number, change: Partial<AdminOrderAnswer>): void
}

export function useOrderList(address: string): OrderList {
  const { replace, ...asked } = useAnswer<Listed>(address)
  // Two changes may be under way at once: each must build on what the other has done.
  const newest = useRef<Listed | null>(asked.answer)
  newest.current = asked.answer
  const patch = useCallback(
    (orderId: number, change: Partial<AdminOrderAnswer>) => {
      if (newest.current === null) return
      const orders = newest.current.orders.map((order) =>
        order.id === orderId ? { ...order, ...change } : order,
      )
      newest.current = { orders }
      replace(newest.current)
    },
    [replace],
  )
  return { ...asked, orders: asked.answer?.orders ?? [], patch }
}
