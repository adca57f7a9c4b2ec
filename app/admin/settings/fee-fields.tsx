import { useEffect, useRef, useState } from 'react'
import { Badge } from '#app/ui/badge.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { PlusIcon, TrashIcon } from '#app/ui/icons.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { type DeliveryFees, regions } from '#rules/delivery-fee.ts'
import { feesByRegion, mostSpecificFirst } from '#rules/fee-table.ts'
import { formatGhs, fromCedis, type Pesewas } from '#rules/money.ts'
import { type FeeRowForm, mostFeeRows } from '#rules/settings-fields.ts'
import { AmountField } from '../amount-field.tsx'
import { FormCard } from '../form-card.tsx'
import { DayFields } from './day-fields.tsx'
import type { SettingsParts } from './settings-fields.tsx'

type FeeFieldsProps = SettingsParts & {
  /** As they are in the fields now. */
  rows: FeeRowForm[]
  saved: FeeRowForm[]
  /** Customers choose a day, as the switch says now. */
  hasDays: boolean
  /** Called after a row was added or removed. */
  onRows(): void
}

type Row = { key: number; row: FeeRowForm }

const regionOptions = regions.map((region) => ({ value: region, label: region }))

/** The owner need not think about the order of the rows: the shop always takes the most specific place. */
export function FeeFields({ field, start, rows, saved, hasDays, onRows }: FeeFieldsProps) {
  const { list, named, elsewhere, add, remove } = useRows(start.delivery_fees, onRows)
  return (
    <FormCard
      id="delivery_fees"
      title="Delivery fees"
      help="A town or area with a row of its own counts before a list of towns, a town before its region, and a region before everywhere else. Whoever buys for the amount under Free from pays no fee there. Their own rider is always free."
    >
      <Switch
        id="delivery_days"
        name="delivery_days"
        label="Customers choose a delivery day"
        help="Each row below then has its own days, times and limits. What you enter stays when you switch it off."
        defaultChecked={start.delivery_days}
      />
      <ul ref={list} className="grid gap-4">
        {named.map(({ key, row }, number) => (
          <FeeRow
            key={key}
            number={number}
            row={row}
            field={field}
            hasDays={hasDays}
            onRemove={() => remove(key)}
          />
        ))}
      </ul>
      <Button
        variant="secondary"
        className="justify-self-start"
        disabled={named.length + 1 >= mostFeeRows}
        onClick={add}
      >
        <PlusIcon size={20} />
        Add a town or region
      </Button>
      <div className="grid max-w-120 grid-cols-2 gap-3">
        <AmountField
          {...field(`delivery_fees.${named.length}.fee`)}
          label="Everywhere else"
          defaultValue={feeText(elsewhere.fee)}
        />
        <FreeFrom {...field(`delivery_fees.${named.length}.free_from`)} amount={elsewhere.free_from} />
      </div>
      <DayFields
        field={field}
        number={named.length}
        days={elsewhere.days}
        place="everywhere else"
        hidden={!hasDays}
      />
      <FeePreview rows={rows} saved={saved} />
    </FormCard>
  )
}

type FeeRowProps = Pick<SettingsParts, 'field'> & {
  number: number
  row: FeeRowForm
  hasDays: boolean
  onRemove(): void
}

function FeeRow({ number, row, field, hasDays, onRemove }: FeeRowProps) {
  const name = (part: string) => field(`delivery_fees.${number}.${part}`)
  const place = row.cities.join(', ') || row.region || `row ${number + 1}`
  return (
    <li className="grid gap-3 max-md:rounded-card max-md:border max-md:border-border max-md:p-4 md:grid-cols-[2fr_1.5fr_1fr_1fr_auto]">
      <TextArea
        {...name('cities')}
        label="Towns"
        placeholder="The whole region"
        defaultValue={row.cities.join(', ')}
        rows={Math.min(6, Math.ceil((row.cities.join(', ').length + 1) / 24))}
        autoComplete="off"
      />
      <SelectField
        {...name('region')}
        label="Region"
        placeholder="Any region"
        defaultValue={row.region ?? ''}
        options={regionOptions}
      />
      <AmountField {...name('fee')} label="Fee" defaultValue={feeText(row.fee)} />
      <FreeFrom {...name('free_from')} amount={row.free_from} />
      <IconButton label={`Remove ${place}`} className="md:mt-7" onClick={onRemove}>
        <TrashIcon />
      </IconButton>
      <DayFields field={field} number={number} days={row.days} place={place} hidden={!hasDays} />
    </li>
  )
}

type FreeFromProps = ReturnType<SettingsParts['field']> & { amount: number | undefined }

function FreeFrom({ amount, ...field }: FreeFromProps) {
  return (
    <AmountField
      {...field}
      label="Free from"
      placeholder="Never"
      defaultValue={amount === undefined ? '' : feeText(amount)}
    />
  )
}

function feeText(fee: number): string {
  return Number.isNaN(fee) ? '' : fee.toFixed(2)
}

const emptyRow: FeeRowForm = { region: null, cities: [], fee: Number.NaN }

function useRows(start: readonly FeeRowForm[], onRows: () => void) {
  const last = useRef(start.length)
  const [named, setNamed] = useState<Row[]>(() => start.slice(0, -1).map((row, key) => ({ key, row })))
  const list = useRef<HTMLUListElement>(null)
  const shown = useRef(named)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows have changed on the page, and only then.
  useEffect(() => {
    if (shown.current === named) return
    // The keyboard goes on in the new row, or beside the one that is gone.
    const isNew = named.length > shown.current.length
    const next = isNew
      ? list.current?.querySelector<HTMLElement>('li:last-child textarea')
      : list.current?.nextElementSibling
    if (next instanceof HTMLElement) next.focus()
    shown.current = named
    onRows()
  }, [named])
  return {
    list,
    named,
    elsewhere: start.at(-1) ?? emptyRow,
    add: () => {
      last.current += 1
      const key = last.current
      setNamed((before) => [...before, { key, row: emptyRow }])
    },
    remove: (key: number) => setNamed((before) => before.filter((row) => row.key !== key)),
  }
}

type FeePreviewProps = { rows: FeeRowForm[]; saved: FeeRowForm[] }

/** What every town pays by the table in the fields, and what that changes. Rows that are not finished yet do not count. */
function FeePreview({ rows, saved }: FeePreviewProps) {
  const regions = compare(rows, saved)
  const changed = regions.filter(({ hasChanged }) => hasChanged).length
  const mixed = regions.filter(({ groups }) => groups.length > 1)
  const alike = groupBy(
    regions.filter(({ groups }) => groups.length === 1),
    ({ elsewhere }) => elsewhere,
  )
  return (
    <div className="grid gap-2">
      <h3 className="text-base">What every town pays</h3>
      <p role="status" className="text-sm text-muted-foreground">
        {changed === 0
          ? 'As saved.'
          : `Your changes touch ${changed === 1 ? '1 region' : `${changed} regions`}. They hold once you save.`}
      </p>
      <dl className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        {mixed.map(({ region, groups, hasChanged }) => (
          <div key={region} className="grid content-start gap-1 border-t border-border pt-3">
            <dt className="flex items-center gap-2 font-semibold">
              {region}
              {hasChanged && <Changed />}
            </dt>
            {groups.map(({ fee, towns }) => (
              <Group key={fee} fee={fee} places={towns.join(', ')} />
            ))}
          </div>
        ))}
        {alike.map(([fee, same]) => (
          <div key={fee} className="grid content-start gap-1 border-t border-border pt-3">
            <dt className="flex items-center gap-2 font-semibold">
              Every town here
              {same.some(({ hasChanged }) => hasChanged) && <Changed />}
            </dt>
            <Group fee={fee} places={same.map(({ region }) => region).join(', ')} />
          </div>
        ))}
      </dl>
    </div>
  )
}

function Changed() {
  return <Badge tone="amber">Changed</Badge>
}

function Group({ fee, places }: { fee: Pesewas; places: string }) {
  return (
    <dd className="flex justify-between gap-4 text-sm">
      <span className="wrap-anywhere">{places}</span>
      <span className="font-semibold whitespace-nowrap tabular-nums">
        {fee === 0 ? 'Free' : formatGhs(fee)}
      </span>
    </dd>
  )
}

function compare(rows: FeeRowForm[], saved: FeeRowForm[]) {
  const before = new Map(feesByRegion(toFees(saved)).map((region) => [region.region, region]))
  return feesByRegion(toFees(rows)).map((region) => {
    const places = [...region.towns, { town: 'any other place', fee: region.elsewhere }]
    const groups = groupBy(places, ({ fee }) => fee).map(([fee, towns]) => ({
      fee,
      towns: towns.map(({ town }) => town),
    }))
    const hasChanged = JSON.stringify(region) !== JSON.stringify(before.get(region.region))
    return { ...region, groups, hasChanged }
  })
}

function groupBy<Thing>(things: readonly Thing[], feeOf: (thing: Thing) => Pesewas): [Pesewas, Thing[]][] {
  const groups = new Map<Pesewas, Thing[]>()
  for (const thing of things) groups.set(feeOf(thing), [...(groups.get(feeOf(thing)) ?? []), thing])
  return [...groups]
}

function toFees(rows: readonly FeeRowForm[]): DeliveryFees {
  const finished = rows.flatMap(({ days: _, ...row }, number) => {
    const fee = fromCedis(row.fee)
    const isNamed = row.region !== null || row.cities.length > 0
    return fee !== null && (isNamed || number === rows.length - 1) ? [{ ...row, fee }] : []
  })
  return mostSpecificFirst(finished)
}
