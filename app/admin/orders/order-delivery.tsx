import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { useTypedText } from '#app/session/use-draft.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import type { OrderDetailResponse } from '#contract/admin-orders.ts'
import type {
  AssignDriverResponse,
  DeliveryResponse,
  DriverResponse,
  ProofResponse,
} from '#contract/delivery.ts'
import type { AdminOrderResponse } from '#contract/orders.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { formatDeliveryDay } from '#rules/days.ts'
import { noteConflict } from '../conflict.tsx'
import { type Unsaved, useUnsavedPart } from '../unsaved.tsx'
import { Attempts, DeliveryPhoto, isToDecide } from './order-attempts.tsx'

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
      options={[{ value: '', label: isOver ? 'Nobody' : 'Nobody yet' }, ...driverChoices(order, drivers)]}
      onChange={async ({ target }) => {
        await drivers.assign([order.id], target.value || null)
        onChanged()
      }}
    />
  )
}

/** The order's driver stays in the list, also after they stopped driving. */
export function driverChoices({ driver_id, driver_name }: OrderDetailResponse, { drivers }: Drivers) {
  const known = (drivers ?? []).map(({ id, name, open_orders }) => ({
    value: id,
    label: `${name} (${open_orders === 1 ? '1 open order' : `${open_orders} open orders`})`,
  }))
  const isKnown = driver_id === null || known.some(({ value }) => value === driver_id)
  return isKnown ? known : [...known, { value: driver_id, label: driver_name ?? 'A former driver' }]
}

type DriversProps = { patch(orderId: number, change: Partial<AdminOrderResponse>): void }

export type Drivers = {
  /** Null until they were loaded. */
  drivers: DriverResponse[] | null
  isBusy: boolean
  /** Null takes the orders back. */
  assign(orderIds: readonly number[], driverId: string | null): Promise<unknown>
}

export function useDrivers({ patch }: DriversProps): Drivers {
  const { show } = useToasts()
  const [drivers, setDrivers] = useState<DriverResponse[] | null>(null)
  const { submit, isBusy } = useSubmit()
  const load = useCallback(() => {
    api.get<DriverResponse[]>('/api/drivers').then(setDrivers, () => {})
  }, [])
  useEffect(load, [load])

  const assign = (orderIds: readonly number[], driverId: string | null) =>
    submit({ failed: 'The driver was not changed' }, async () => {
      const body = { order_ids: orderIds, driver_id: driverId }
      const { orders, not_changed } = await api.put<AssignDriverResponse>('/api/orders/drivers', { body })
      for (const { id, driver_id, driver_name } of orders) patch(id, { driver_id, driver_name })
      if (orders.length > 0)
        show({ title: assignedText(orders.length, orders[0]?.driver_name), tone: 'success' })
      for (const description of new Set(not_changed.map(({ reason }) => reason)))
        show({ title: 'Not every order got the driver', description, tone: 'destructive' })
      load()
    })
  return { drivers, isBusy, assign }
}

function assignedText(count: number, driver: string | null | undefined): string {
  const what = count === 1 ? '1 order' : `${count} orders`
  return driver ? `${what} given to ${driver}` : `${what} taken back from the driver`
}

type OrderDeliveryProps = { order: OrderDetailResponse; onUnsaved: Unsaved['onUnsavedChange'] }

/** What the driver should know at the door, and how the shop knows that the order arrived. */
export function OrderDelivery({ order, onUnsaved }: OrderDeliveryProps) {
  const { id: orderId, delivery_pin: pin } = order
  const { data, replace } = useFetch<DeliveryResponse>(`/api/orders/${orderId}/delivery`)
  if (data === null) return null
  return (
    <div className="mt-3 grid gap-3">
      {pin !== null && (
        <p>
          Delivery PIN <strong className="font-semibold tabular-nums">{pin}</strong>
          <br />
          <span className="text-sm text-muted-foreground">For the customer only, never for the driver.</span>
        </p>
      )}
      <DriverNote orderId={orderId} note={data.note} onSaved={replace} onUnsaved={onUnsaved} />
      {data.proofs.map((proof) => (
        <Proof key={proof.id} orderId={orderId} proof={proof} />
      ))}
      {!isToDecide(order) && <Attempts orderId={orderId} attempts={data.attempts} />}
      {order.deliver_on !== null && (
        <p className="font-semibold">
          To be brought on {formatDeliveryDay(order.deliver_on, order.deliver_slot)}.
        </p>
      )}
    </div>
  )
}

/** How the shop knows that an order was collected. */
export function PickupProofs({ orderId }: { orderId: number }) {
  const { data } = useFetch<DeliveryResponse>(`/api/orders/${orderId}/delivery`)
  if (data === null) return null
  if (data.proofs.length === 0) return <p>It was handed over without a PIN.</p>
  return data.proofs.map((proof) => <Proof key={proof.id} orderId={orderId} proof={proof} isCollected />)
}

type DriverNoteProps = Pick<OrderDeliveryProps, 'onUnsaved'> & {
  orderId: number
  note: string
  onSaved(data: DeliveryResponse): void
}

function DriverNote({ orderId, note, onSaved, onUnsaved }: DriverNoteProps) {
  const { submit, isBusy, failure } = useSubmit()
  const { text, seen, isChanged, type, see, startFrom } = useTypedText(`driver-note-${orderId}`, note)
  useUnsavedPart('driver-note', isChanged, onUnsaved)
  const save = (event: FormEvent) => {
    event.preventDefault()
    void submit({ onFailure: (problem) => noteConflict(problem, see) }, async () => {
      const body = { note: text, expected: seen }
      const saved = await api.put<DeliveryResponse>(`/api/orders/${orderId}/delivery-note`, { body })
      startFrom(saved.note)
      onSaved(saved)
      return { title: 'The driver sees the note now' }
    })
  }
  return (
    <form onSubmit={save} className="flex flex-wrap items-end gap-2">
      <TextField
        label="Note for the driver"
        maxLength={500}
        value={text}
        error={failure ?? undefined}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        className="min-w-52 flex-1"
      />
      <Button type="submit" variant="secondary" busy={isBusy} disabled={!isChanged}>
        Save for driver
      </Button>
    </form>
  )
}

type ProofProps = { orderId: number; proof: ProofResponse; isCollected?: boolean }

function Proof({ orderId, proof, isCollected }: ProofProps) {
  const at = formatDateAndTime(new Date(proof.taken_at))
  if (proof.kind === 'pin')
    return (
      <p>
        The customer’s PIN was checked {isCollected ? 'in the shop' : 'at the door'}, {at}.
      </p>
    )
  if (proof.kind === 'code') return <p>The tracking code was typed in at the door, {at}.</p>
  return <DeliveryPhoto orderId={orderId} photoId={proof.id} at={at} alt="Proof of delivery" />
}
