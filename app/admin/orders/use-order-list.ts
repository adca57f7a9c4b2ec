import { useCallback, useRef } from 'react'
import { type Answered, useFetch } from '#app/data/use-fetch.ts'
import type { AdminOrderResponse } from '#contract/orders.ts'

type Listed = { orders: AdminOrderResponse[] }

export type OrderList = Omit<Answered<Listed>, 'replace'> & {
  orders: AdminOrderResponse[]
  /** Shows a change of one order before, or without, asking for the list again. */
  patch(orderId: number, change: Partial<AdminOrderResponse>): void
}

export function useOrderList(address: string): OrderList {
  const { replace, ...asked } = useFetch<Listed>(address)
  // Two changes may be under way at once: each must build on what the other has done.
  const newest = useRef<Listed | null>(asked.answer)
  newest.current = asked.answer
  const patch = useCallback(
    (orderId: number, change: Partial<AdminOrderResponse>) => {
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
