import { useEffect, useState } from 'react'
import { useFetch } from '#app/data/use-fetch.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { FieldNotes } from '#app/ui/field.tsx'
import type { DeliveryDaysResponse } from '#contract/checkout.ts'
import { formatDay, formatSlot, noDayFree } from '#rules/days.ts'
import type { Destination } from '#rules/delivery-fee.ts'

export type DayChoiceProps = {
  id: string
  name: string
  /** Why the shop did not take the day. */
  error: string | undefined
  destination: Destination
}

/** The days on which the order can be brought to the town of the form. Places where nobody chooses one show nothing. */
export function DayChoice({ destination, ...field }: DayChoiceProps) {
  const { option, region, city } = destination
  if (option !== 'delivery_service' || !region || !city) return null
  const address = `/api/delivery-days?${new URLSearchParams({ state: region, city })}`
  // Another town has other days: what was shown for the one before must not stay.
  return <Days key={address} address={address} {...field} />
}

type Day = NonNullable<DeliveryDaysResponse['days']>[number]

function Days({ address, id, name, error }: Omit<DayChoiceProps, 'destination'> & { address: string }) {
  const { data, error: failure, refetch } = useFetch<DeliveryDaysResponse>(address)
  const [wished, setWished] = useState<Day | null>(null)
  // Somebody was quicker: what is free by now?
  useEffect(() => {
    if (error) refetch()
  }, [error, refetch])
  if (data === null) return failure ? <NotLoaded onRetry={refetch} /> : <Loading />
  if (data.days === null) return null
  const free = data.days.filter(({ is_free }) => is_free)
  // Whoever loses a time would rather have another one on the same day than another day.
  const sameDay = free.filter((day) => day.deliver_on === wished?.deliver_on)
  const chosen = sameDay.find((day) => day.deliver_slot === wished?.deliver_slot) ?? sameDay[0] ?? free[0]
  if (chosen === undefined) {
    return (
      <p id={id} role="status" className="rounded-card bg-muted p-4 font-semibold">
        {noDayFree}
      </p>
    )
  }
  const { deliver_on, deliver_slot } = chosen
  const times = data.days.filter((day) => day.deliver_on === deliver_on)
  const firstOf = (day: string) => data.days?.find((each) => each.deliver_on === day && each.is_free)
  const days = [...new Set(data.days.map((day) => day.deliver_on))]
  return (
    <div className="grid gap-4">
      <input type="hidden" name={name} value={[deliver_on, deliver_slot].filter(Boolean).join(' ')} />
      <Chips
        id={id}
        label="Delivery day"
        error={error}
        chosen={deliver_on}
        chips={days.map((day) => ({ value: day, label: formatDay(day), isFull: !firstOf(day) }))}
        onChoose={(day) => setWished(firstOf(day) ?? null)}
      />
      {deliver_slot !== null && (
        <Chips
          id={`${id}-time`}
          label="Time"
          chosen={deliver_slot}
          chips={times.flatMap(({ deliver_slot: slot, is_free }) =>
            slot === null ? [] : [{ value: slot, label: formatSlot(slot), isFull: !is_free }],
          )}
          onChoose={(slot) => setWished({ deliver_on, deliver_slot: slot, is_free: true })}
        />
      )}
    </div>
  )
}

type ChipsProps = {
  id: string
  label: string
  error?: string | undefined
  chosen: string
  chips: readonly { value: string; label: string; isFull: boolean }[]
  onChoose(value: string): void
}

/** Short choices side by side; what is full can be seen and not chosen. */
function Chips({ id, label, error, chosen, chips, onChoose }: ChipsProps) {
  return (
    <fieldset id={id} aria-describedby={error ? `${id}-error` : undefined} className="grid gap-2">
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-4">
        {chips.map(({ value, label: text, isFull }) => (
          <label
            key={value}
            className={classNames(
              'focus-frame relative flex min-h-12 flex-wrap items-center justify-center gap-x-1.5 rounded-control border border-input bg-card px-2 py-1 text-center transition-colors',
              'has-checked:border-2 has-checked:border-primary has-checked:bg-accent has-checked:font-semibold',
              isFull ? 'cursor-not-allowed text-muted-foreground' : 'hover:border-foreground',
            )}
          >
            <input
              type="radio"
              name={id}
              value={value}
              disabled={isFull}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className="absolute inset-0 size-full cursor-[inherit] appearance-none rounded-control opacity-0"
            />
            <span>{text}</span>
            {isFull && <span className="text-sm">full</span>}
          </label>
        ))}
      </div>
      <FieldNotes id={id} error={error} />
    </fieldset>
  )
}

/** As high as the days of most shops, so that little moves when they come. */
function Loading() {
  return (
    <p role="status" className="min-h-40 text-muted-foreground">
      Loading the delivery days...
    </p>
  )
}

function NotLoaded({ onRetry }: { onRetry(): void }) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-3">
      The delivery days could not be loaded.
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </p>
  )
}
