import { SelectField } from '#app/ui/select-field.tsx'
import type { OrderDetailResponse } from '#contract/admin-orders.ts'
import type { Drivers } from './use-drivers.ts'

type DriverSelectProps = { order: OrderDetailResponse; drivers: Drivers; onChanged(): void }

export function DriverSelect({ order, drivers, onChanged }: DriverSelectProps) {
  if (order.delivery_option === 'personal_rider')
    return <p className="text-muted-foreground">The customer sends a rider of their own.</p>
  if (drivers.drivers?.length === 0 && order.driver_id === null)
    return (
      <p className="text-muted-foreground">Nobody is a driver yet. Make somebody one on the team page.</p>
    )
  const isOver = order.order_status === 'Delivered' || order.order_status === 'Cancelled'
  return (
    <SelectField
      label="Driver"
      hideLabel
      compact
      value={order.driver_id ?? ''}
      disabled={drivers.isBusy || (isOver && order.driver_id === null)}
      help={isOver ? `The order is ${order.order_status.toLowerCase()}.` : undefined}
      options={[{ value: '', label: 'Nobody yet' }, ...choices(order, drivers)]}
      onChange={async ({ target }) => {
        await drivers.assign([order.id], target.value || null)
        onChanged()
      }}
    />
  )
}

/** Whoever has it stays in the list, also after they stopped driving. */
function choices({ driver_id, driver_name }: OrderDetailResponse, { drivers }: Drivers) {
  const known = (drivers ?? []).map(({ id, name, open_orders }) => ({
    value: id,
    label: `${name} (${open_orders === 1 ? '1 open order' : `${open_orders} open orders`})`,
  }))
  const isKnown = driver_id === null || known.some(({ value }) => value === driver_id)
  return isKnown ? known : [...known, { value: driver_id, label: driver_name ?? 'A former driver' }]
}
