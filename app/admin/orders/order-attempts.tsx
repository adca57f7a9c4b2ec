import { type FormEvent, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api, endSession, readToken } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { ImageIcon } from '#app/ui/icons.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import type { OrderDetailResponse } from '#contract/admin-orders.ts'
import type { AttemptResponse, DeliveryResponse } from '#contract/delivery.ts'
import type { AdminOrderResponse } from '#contract/orders.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { formatDay } from '#rules/days.ts'
import { attemptLabels, dayAfter, daysToChoose, mayChooseDay } from '#rules/delivery-attempts.ts'
import type { StatusChanges } from './status-changes.tsx'

type Deciding = Pick<AdminOrderResponse, 'to_decide_since' | 'order_status'>

export function isToDecide({ to_decide_since, order_status }: Deciding): boolean {
  return to_decide_since !== null && order_status === 'Shipped'
}

type ToDecideProps = {
  order: OrderDetailResponse
  changes: StatusChanges
  /** Who can be sent. */
  drivers: readonly { value: string; label: string }[]
  onDecided(): void
}

/** A driver came back with the parcel: it goes out again, back to the shop, or nowhere. */
export function ToDecide({ order, changes, ...more }: ToDecideProps) {
  const { data } = useFetch<DeliveryResponse>(`/api/orders/${order.id}/delivery`)
  const button = { size: 'sm', className: 'min-h-11', busy: changes.isBusy(order.id) } as const
  return (
    <section aria-labelledby="to-decide" className="grid gap-4 rounded-card border border-warning p-4">
      <h3 id="to-decide" className="font-sans text-base font-semibold">
        To decide
      </h3>
      {data === null ? (
        <LoadingArea label="Loading the attempts" className="grid gap-3">
          <Skeleton className="h-20" />
        </LoadingArea>
      ) : (
        <>
          <Attempts orderId={order.id} attempts={data.attempts} />
          <NextDelivery order={order} newest={data.attempts[0]} {...more} />
        </>
      )}
      <div className="flex flex-wrap gap-2 border-t border-border pt-4">
        <Button {...button} variant="secondary" onClick={() => void changes.change(order, 'Processing')}>
          Back to the shop
        </Button>
        <Button {...button} variant="ghost" onClick={() => void changes.change(order, 'Cancelled')}>
          Cancel the order
        </Button>
      </div>
    </section>
  )
}

type NextDeliveryProps = Omit<ToDecideProps, 'changes'> & { newest: AttemptResponse | undefined }

/** The day that the customer asked for lies ready. */
function NextDelivery({ order, newest, drivers, onDecided }: NextDeliveryProps) {
  const { submit, isBusy } = useSubmit()
  const [now] = useState(() => new Date())
  const wished = newest?.answer_day ?? newest?.day ?? ''
  const ready = mayChooseDay(wished, now, { fromToday: true }) ? wished : dayAfter(now, 1)
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const body = {
      driver_id: String(values.get('driver')) || null,
      deliver_on: String(values.get('day')) || null,
      expected_attempts: order.attempts,
    }
    void submit({ failed: 'The order was not sent out again', onFailure: () => onDecided() }, async () => {
      await api.put(`/api/orders/${order.id}/next-delivery`, { body })
      onDecided()
      return { title: 'The order goes out again' }
    })
  }
  return (
    <form onSubmit={send} className="grid gap-3">
      <SelectField
        name="driver"
        label="Who brings it?"
        defaultValue={order.driver_id ?? ''}
        options={[{ value: '', label: 'Nobody yet' }, ...drivers]}
      />
      <SelectField
        name="day"
        label="On which day?"
        defaultValue={ready}
        options={[{ value: '', label: 'As soon as possible' }, ...daysToChoose(now, { fromToday: true })]}
      />
      <Button type="submit" busy={isBusy} className="justify-self-start">
        Try again
      </Button>
    </form>
  )
}

type AttemptsProps = { orderId: number; attempts: readonly AttemptResponse[] }

export function Attempts({ orderId, attempts }: AttemptsProps) {
  if (attempts.length === 0) return null
  return (
    <ol aria-label="Attempts to deliver" className="grid gap-3">
      {attempts.map((attempt, place) => (
        <li key={attempt.id} className="grid gap-1 wrap-anywhere">
          <p>
            <strong className="font-semibold">
              {attempts.length - place}. {attemptLabels[attempt.outcome]}
            </strong>
            {attempt.day !== null && ` to ${formatDay(attempt.day)}`}
            <span className="block text-sm text-muted-foreground">
              {[attempt.driver_name, formatDateAndTime(new Date(attempt.happened_at))]
                .filter(Boolean)
                .join(', ')}
            </span>
          </p>
          {attempt.note !== '' && <p>“{attempt.note}”</p>}
          {attempt.answer_day !== null && (
            <p className="rounded-control bg-accent px-3 py-2">
              The customer asked for{' '}
              <strong className="font-semibold">{formatDay(attempt.answer_day)}</strong>
              {attempt.answer_note !== '' && `: “${attempt.answer_note}”`}
            </p>
          )}
          {attempt.photos.map((photoId) => (
            <DeliveryPhoto key={photoId} orderId={orderId} photoId={photoId} alt="What the driver saw" />
          ))}
        </li>
      ))}
    </ol>
  )
}

type DeliveryPhotoProps = { orderId: number; photoId: number; alt: string; at?: string }

/** Only the staff sees it, so it is fetched with the sign-in, and only when somebody wants it. */
export function DeliveryPhoto({ orderId, photoId, alt, at }: DeliveryPhotoProps) {
  const [picture, setPicture] = useState<string | null>(null)
  const { show } = useToasts()
  const open = async () => {
    const token = readToken() ?? ''
    const headers = { authorization: `Bearer ${token}` }
    const file = await fetch(`/api/orders/${orderId}/proofs/${photoId}`, { headers }).catch(() => null)
    if (file?.status === 401) return endSession(token, {})
    if (!file?.ok) return show({ title: 'The photo could not be loaded', tone: 'destructive' })
    setPicture(URL.createObjectURL(await file.blob()))
  }
  return picture === null ? (
    <Button variant="secondary" className="justify-self-start" onClick={() => void open()}>
      <ImageIcon size={20} />
      {at ? `Show photo of ${at}` : 'Show photo'}
    </Button>
  ) : (
    <figure>
      <img src={picture} alt={alt} className="max-h-96 rounded-card" />
      {at && <figcaption className="text-sm text-muted-foreground">{at}</figcaption>}
    </figure>
  )
}
