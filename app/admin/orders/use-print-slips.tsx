import { useEffect, useState } from 'react'
import { useLazyComponent } from '#app/ui/use-lazy-component.ts'
import type { AdminOrderResponse } from '#contract/orders.ts'

/** Slips are drawn only for the printer; the page on the screen stays as it is. */
export function usePrintSlips() {
  const [orders, setOrders] = useState<readonly AdminOrderResponse[]>([])
  const { Component: PackingSlips, fetchComponent } = useLazyComponent(
    async () => (await import('./packing-slips.tsx')).PackingSlips,
  )

  useEffect(() => {
    if (!PackingSlips || orders.length === 0) return
    const done = () => setOrders([])
    window.addEventListener('afterprint', done)
    // One moment for the browser to lay the slips out.
    const soon = requestAnimationFrame(() => window.print())
    return () => {
      window.removeEventListener('afterprint', done)
      cancelAnimationFrame(soon)
    }
  }, [PackingSlips, orders])

  return {
    print: (chosen: readonly AdminOrderResponse[]) => {
      void fetchComponent().then((isThere) => isThere && setOrders(chosen))
    },
    shown: PackingSlips && orders.length > 0 ? <PackingSlips orders={orders} /> : null,
  }
}
