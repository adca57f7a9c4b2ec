import { useEffect, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { PlusIcon, TrashIcon } from '#app/ui/icons.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { regions } from '#rules/regions.ts'
import { type FeeRowForm, mostFeeRows } from '#rules/settings-fields.ts'
import { FeePreview } from './fee-preview.tsx'
import { SettingCard, type SettingsParts } from './setting-card.tsx'

type FeeFieldsProps = SettingsParts & {
  /** As they stand in the fields now. */
  rows: FeeRowForm[]
  saved: FeeRowForm[]
  /** Told after a row came or went. */
  onRows(): void
}

type Row = { key: number; row: FeeRowForm }

const regionOptions = regions.map((region) => ({ value: region, label: region }))

/** The owner need not think about the order of the rows: the shop always takes the most specific place. */
export function FeeFields({ field, start, rows, saved, onRows }: FeeFieldsProps) {
  const { list, named, elsewhere, add, remove } = useRows(start.delivery_fees, onRows)
  return (
    <SettingCard
      id="delivery_fees"
      title="Delivery fees"
      help="A town counts before its region, and a region before everywhere else. Their own rider is always free."
    >
      <ul ref={list} className="grid gap-4">
        {named.map(({ key, row }, number) => (
          <FeeRow key={key} number={number} row={row} field={field} onRemove={() => remove(key)} />
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
      <TextField
        {...field(`delivery_fees.${named.length}.fee`)}
        label="Everywhere else"
        prefix="Ghs"
        defaultValue={feeText(elsewhere)}
        inputMode="decimal"
        autoComplete="off"
        className="max-w-60"
      />
      <FeePreview rows={rows} saved={saved} />
    </SettingCard>
  )
}

type FeeRowProps = Pick<SettingsParts, 'field'> & { number: number; row: FeeRowForm; onRemove(): void }

function FeeRow({ number, row, field, onRemove }: FeeRowProps) {
  const name = (part: string) => field(`delivery_fees.${number}.${part}`)
  const place = row.cities.join(', ') || row.region || `row ${number + 1}`
  return (
    <li className="grid gap-3 max-md:rounded-card max-md:border max-md:border-border max-md:p-4 md:grid-cols-[2fr_1.5fr_1fr_auto]">
      <TextField
        {...name('cities')}
        label="Towns"
        placeholder="The whole region"
        defaultValue={row.cities.join(', ')}
        autoComplete="off"
      />
      <SelectField
        {...name('region')}
        label="Region"
        placeholder="Any region"
        defaultValue={row.region ?? ''}
        options={regionOptions}
      />
      <TextField
        {...name('fee')}
        label="Fee"
        prefix="Ghs"
        defaultValue={feeText(row.fee)}
        inputMode="decimal"
        autoComplete="off"
      />
      <IconButton label={`Remove ${place}`} className="md:mt-7" onClick={onRemove}>
        <TrashIcon />
      </IconButton>
    </li>
  )
}

function feeText(fee: number): string {
  return Number.isNaN(fee) ? '' : fee.toFixed(2)
}

function useRows(start: readonly FeeRowForm[], onRows: () => void) {
  const last = useRef(start.length)
  const [named, setNamed] = useState<Row[]>(() => start.slice(0, -1).map((row, key) => ({ key, row })))
  const list = useRef<HTMLUListElement>(null)
  const shown = useRef(named)
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the rows have changed on the page, and only then.
  useEffect(() => {
    if (shown.current === named) return
    // The keyboard goes on in the new row, or beside the one that is gone.
    const isNew = named.length > shown.current.length
    const next = isNew
      ? list.current?.querySelector<HTMLElement>('li:last-child input')
      : list.current?.nextElementSibling
    if (next instanceof HTMLElement) next.focus()
    shown.current = named
    onRows()
  }, [named])
  return {
    list,
    named,
    elsewhere: start.at(-1)?.fee ?? Number.NaN,
    add: () => {
      last.current += 1
      const key = last.current
      setNamed((before) => [...before, { key, row: { region: null, cities: [], fee: Number.NaN } }])
    },
    remove: (key: number) => setNamed((before) => before.filter((row) => row.key !== key)),
  }
}
