import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '#app/data/api.ts'
import { type Fetched, useFetch } from '#app/data/use-fetch.ts'
import { usePolling } from '#app/data/use-polling.ts'
import { useLazyComponent } from '#app/ui/use-lazy-component.ts'
import type { OrderCountsResponse } from '#contract/admin-orders.ts'
import type { AdminOrderResponse } from '#contract/orders.ts'
import type { OrderReturnResponse } from '#contract/returns.ts'
import { useAdminCounts } from '../admin-counts.tsx'
import { useSelection } from '../row-selection.ts'
import { useDrivers } from './order-delivery.tsx'
import { listAddress, type ShownOrders } from './order-filters.tsx'
import type { Slip } from './packing-slips.tsx'
import { useBulkUpdate, useStatusChange } from './status-changes.tsx'

export type OrdersScreen = ReturnType<typeof useOrdersScreen>

/** The orders on the screen, and everything that can be done with them. */
export function useOrdersScreen(shown: ShownOrders) {
  const list = useOrderList(listAddress(shown))
  const { orders, patch } = list
  const { counts, newer, restart, refetch } = useOrderCounts()
  const office = useAdminCounts()
  const afterChange = () => {
    refetch()
    office.refetch()
  }
  const ids = orders.map(({ id }) => id)
  return {
    list,
    ids,
    counts,
    newer,
    afterChange,
    refresh: () => {
      list.refetch()
      restart()
      office.refetch()
    },
    selection: useSelection(ids),
    changes: useStatusChange({ patch, onChanged: afterChange }),
    bulk: useBulkUpdate({ orders, patch, onChanged: afterChange }),
    drivers: useDrivers({ patch }),
    slips: usePrintSlips(),
  }
}

type ListResponse = { orders: AdminOrderResponse[] }

type OrderList = Omit<Fetched<ListResponse>, 'replace'> & {
  orders: AdminOrderResponse[]
  /** Shows a change of one order before, or without, asking for the list again. */
  patch(orderId: number, change: Partial<AdminOrderResponse>): void
}

function useOrderList(address: string): OrderList {
  const { replace, ...fetched } = useFetch<ListResponse>(address)
  // Two changes may be under way at once: each must build on what the other has done.
  const latest = useRef<ListResponse | null>(fetched.data)
  latest.current = fetched.data
  const patch = useCallback(
    (orderId: number, change: Partial<AdminOrderResponse>) => {
      if (latest.current === null) return
      const orders = latest.current.orders.map((order) =>
        order.id === orderId ? { ...order, ...change } : order,
      )
      latest.current = { orders }
      replace(latest.current)
    },
    [replace],
  )
  return { ...fetched, orders: fetched.data?.orders ?? [], patch }
}

type OrderCounts = {
  counts: OrderCountsResponse | null
  /** How many orders came in since the list was loaded. */
  newer: number
  /** The list is being reloaded: what came in until now is in it. */
  restart(): void
  refetch(): void
}

/** The numbers on the filters, and whether somebody has ordered meanwhile. */
function useOrderCounts(): OrderCounts {
  const [counts, setCounts] = useState<OrderCountsResponse | null>(null)
  const known = useRef<number | null>(null)

  const refetch = useCallback(() => {
    const query = known.current === null ? {} : { after: known.current }
    // The list itself shows a failure; the old numbers stay.
    api.get<OrderCountsResponse>('/api/orders/counts', { query }).then(
      (response) => {
        known.current ??= response.newest_id
        setCounts(response)
      },
      () => {},
    )
  }, [])
  const restart = useCallback(() => {
    known.current = null
    refetch()
  }, [refetch])

  useEffect(restart, [restart])
  usePolling(refetch, 30_000)
  return { counts, newer: counts?.newer ?? 0, restart, refetch }
}

/** Slips are rendered only for the printer; the page on the screen stays as it is. */
function usePrintSlips() {
  const [slips, setSlips] = useState<readonly Slip[]>([])
  const { Component: PackingSlips, fetchComponent } = useLazyComponent(
    async () => (await import('./packing-slips.tsx')).PackingSlips,
  )

  useEffect(() => {
    if (!PackingSlips || slips.length === 0) return
    const done = () => setSlips([])
    window.addEventListener('afterprint', done)
    // One moment for the browser to lay the slips out.
    const soon = requestAnimationFrame(() => window.print())
    return () => {
      window.removeEventListener('afterprint', done)
      cancelAnimationFrame(soon)
    }
  }, [PackingSlips, slips])
  const show = (chosen: readonly Slip[]) => {
    void fetchComponent().then((isThere) => isThere && setSlips(chosen))
  }

  return {
    print: (chosen: readonly AdminOrderResponse[]) => show(chosen.map((order) => ({ order }))),
    printReturn: (order: AdminOrderResponse, back: OrderReturnResponse) => show([{ order, back }]),
    shown: PackingSlips && slips.length > 0 ? <PackingSlips slips={slips} /> : null,
  }
}
