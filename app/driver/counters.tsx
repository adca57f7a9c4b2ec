import type { DriverDayResponse } from '#contract/delivery.ts'

type CountersProps = { counts: DriverDayResponse['counts'] | null }

const counters = [
  { of: 'total', name: 'Total Deliveries', note: 'All time' },
  { of: 'in_progress', name: 'In Progress', note: 'Under way' },
  { of: 'completed', name: 'Completed', note: 'Delivered' },
  { of: 'issues', name: 'Issues', note: 'Cancelled' },
] as const

export function Counters({ counts }: CountersProps) {
  return (
    <dl className="grid grid-cols-2 gap-2 md:grid-cols-4 md:gap-4">
      {counters.map(({ of, name, note }) => (
        <div key={of} className="flex flex-col rounded-card border border-border bg-card px-3 py-2 md:p-4">
          <dt className="text-sm font-semibold">{name}</dt>
          <dd className="text-2xl font-semibold tabular-nums">{counts?.[of] ?? '–'}</dd>
          <dd className="text-xs text-muted-foreground">{note}</dd>
        </div>
      ))}
    </dl>
  )
}
