import { Link } from 'react-router'
import type { ChangeAnswer } from '../../../contract/changes.ts'
import { type ChangedField, changedThingWords, changeWords } from '../../../rules/change-words.ts'
import { formatDateAndTime } from '../../../rules/dates.ts'
import { Badge } from '../../ui/badge.tsx'
import { placeOfThing } from './place-of-thing.ts'

export function ChangeRow({ change }: { change: ChangeAnswer }) {
  const { sentence, fields } = changeWords(change)
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
  return Object.entries(changedThingWords).find(([known]) => known === thing)?.[1] ?? thing
}

/** A made or deleted thing has many fields; they are there for whoever looks. */
function Fields({ fields }: { fields: ChangedField[] }) {
  const table = <FieldsTable fields={fields} />
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

function FieldsTable({ fields }: { fields: ChangedField[] }) {
  return (
    <table className="w-full max-w-4xl table-fixed text-sm">
      <thead>
        <tr className="text-left text-muted-foreground">
          <th scope="col" className="w-1/3 py-1 pr-4 font-semibold md:w-1/5">
            What
          </th>
          <th scope="col" className="py-1 pr-4 font-semibold">
            Before
          </th>
          <th scope="col" className="py-1 font-semibold">
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, before, after }) => (
          <tr key={name} className="border-t border-border align-top">
            <th scope="row" className="py-1.5 pr-4 text-left font-medium">
              {name}
            </th>
            <td className="py-1.5 pr-4 wrap-anywhere">{before}</td>
            <td className="py-1.5 wrap-anywhere">{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
