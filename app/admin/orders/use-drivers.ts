import { useCallback, useEffect, useState } from 'react'
import { api } from '#app/data/api.ts'
import { useToasts } from '#app/ui/toasts.tsx'
import type { AssignDriverResponse, DriverResponse } from '#contract/delivery.ts'
import type { AdminOrderResponse } from '#contract/orders.ts'

type DriversProps = { patch(orderId: number, change: Partial<AdminOrderResponse>): void }

export type Drivers = {
  /** Null until they were loaded. */
  drivers: DriverResponse[] | null
  isBusy: boolean
  /** Null takes the orders back. Says whether at least one was changed. */
  assign(orderIds: readonly number[], driverId: string | null): Promise<boolean>
}

export function useDrivers({ patch }: DriversProps): Drivers {
  const { show } = useToasts()
  const [drivers, setDrivers] = useState<DriverResponse[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const load = useCallback(() => {
    api.get<DriverResponse[]>('/api/drivers').then(setDrivers, () => {})
  }, [])
  useEffect(load, [load])

  const assign = async (orderIds: readonly number[], driverId: string | null) => {
    setBusy(true)
    try {
      const body = { order_ids: orderIds, driver_id: driverId }
      const { orders, not_changed } = await api.put<AssignDriverResponse>('/api/orders/drivers', { body })
      for (const { id, driver_id, driver_name } of orders) patch(id, { driver_id, driver_name })
      if (orders.length > 0) show({ title: wordsFor(orders.length, orders[0]?.driver_name), tone: 'success' })
      for (const description of new Set(not_changed.map(({ reason }) => reason)))
        show({ title: 'Not every order got the driver', description, tone: 'destructive' })
      load()
      return orders.length > 0
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      show({ title: 'The driver was not changed', description, tone: 'destructive' })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { drivers, isBusy, assign }
}

function wordsFor(count: number, driver: string | null | undefined): string {
  const what = count === 1 ? '1 order' : `${count} orders`
  return driver ? `${what} given to ${driver}` : `${what} taken back from the driver`
}
