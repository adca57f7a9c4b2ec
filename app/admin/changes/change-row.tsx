import { Link } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import type { ChangeResponse } from '#contract/changes.ts'
import { type ChangedField, changedThingLabels, changeLabels } from '#rules/change-labels.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { TwoValuesTable } from '../two-values-table.tsx'
import { placeOfThing } from './place-of-thing.ts'

export function ChangeRow({ change }: { change: ChangeResponse }) {
  const { sentence, fields } = changeLabels(change)
  const place = placeOfThing(change)
  return (
    <li className="grid gap-1 px-4 py-3">
      <p className="max-w-prose wrap-anywhere">{sentence}</p>
      <p className="-my-1 flex flex-wrap items-center gap-x-3 text-sm text-muted-foreground">
        <time dateTime={change.at} className="tabular-nums">
          {formatDateAndTime(new Date(change.at))}
        </time>
        <Badge>{thingWords(change.thing)}</Badge>
        {place && (
          <Link
            to={place.to}
            className="inline-flex min-h-11 items-center font-medium text-link underline underline-offset-4"
          >
            {place.words}
          </Link>
        )}
      </p>
      {fields.length > 0 && <Fields fields={fields} />}
    </li>
  )
}

function thingWords(thing: string): string {
  return Object.entries(changedThingLabels).find(([known]) => known === thing)?.[1] ?? thing
}

/** A made or deleted thing has many fields; they are there for whoever looks. */
function Fields({ fields }: { fields: ChangedField[] }) {
  const table = (
    <TwoValuesTable
      head={['What', 'Before', 'After']}
      lines={fields.map(({ name, before, after }) => [name, before, after])}
      className="max-w-4xl border-border md:[&_th:first-child]:w-1/5 [&_thead]:text-muted-foreground"
    />
  )
  if (fields.length <= 3) return table
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-link">
        {fields.length} details
      </summary>
      {table}
    </details>
  )
}
