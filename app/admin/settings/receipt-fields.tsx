import { useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { PlusIcon, TrashIcon } from '#app/ui/icons.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { longestReceiptTexts, mostTaxRows } from '#rules/receipts.ts'
import type { TaxRowForm } from '#rules/settings-fields.ts'
import { FormCard } from '../form-card.tsx'
import type { SettingsParts } from './settings-fields.tsx'

type ReceiptFieldsProps = SettingsParts & {
  /** Called after a row was added or removed. */
  onRows(): void
}

type Row = { key: number; row: TaxRowForm }

const emptyRow: TaxRowForm = { name: '', rate: Number.NaN, on_levies: false }

/** As they hold since January 2026. */
const ghana: TaxRowForm[] = [
  { name: 'VAT', rate: 15, on_levies: false },
  { name: 'NHIL', rate: 2.5, on_levies: false },
  { name: 'GETFund', rate: 2.5, on_levies: false },
]

/** Who sells, and which taxes the prices contain. */
export function ReceiptFields({ field, start, onRows }: ReceiptFieldsProps) {
  const { name, address, tin, taxes } = start.receipts
  const { list, rows, add, remove } = useRows(taxes, onRows)
  return (
    <FormCard
      id="receipts"
      title="Receipts and invoices"
      help="With a name here, every order that is paid gets a receipt with the next number, and the message about the payment or the delivery leads to it. What was issued keeps what it says; it is corrected by a credit note."
    >
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          {...field('receipts.name')}
          label="Name of the seller"
          help="You, or your registered business."
          optional
          defaultValue={name}
          maxLength={longestReceiptTexts.name}
          autoComplete="off"
        />
        <TextField
          {...field('receipts.tin')}
          label="TIN"
          optional
          defaultValue={tin}
          maxLength={longestReceiptTexts.tin}
          autoComplete="off"
        />
        <TextArea
          {...field('receipts.address')}
          label="Address of the seller"
          optional
          rows={2}
          defaultValue={address}
          maxLength={longestReceiptTexts.address}
          autoComplete="off"
          className="md:col-span-2"
        />
      </div>
      <div className="grid gap-3">
        <h3 className="text-base">Taxes in your prices</h3>
        <p className="max-w-prose text-sm text-muted-foreground">
          Only if you are registered for VAT. Your prices stay as they are: receipts show how much tax they
          contain.
        </p>
        <ul ref={list} className="grid gap-4">
          {rows.map(({ key, row }, number) => (
            <TaxRow key={key} number={number} row={row} field={field} onRemove={() => remove(key)} />
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" disabled={rows.length >= mostTaxRows} onClick={() => add([emptyRow])}>
            <PlusIcon size={20} />
            Add a tax
          </Button>
          {rows.length === 0 && (
            <Button variant="secondary" onClick={() => add(ghana)}>
              Fill in VAT, NHIL and GETFund
            </Button>
          )}
        </div>
      </div>
    </FormCard>
  )
}

type TaxRowProps = Pick<SettingsParts, 'field'> & { number: number; row: TaxRowForm; onRemove(): void }

const bases = [
  { value: 'value', label: 'The value' },
  { value: 'levies', label: 'The value with the levies' },
]

function TaxRow({ number, row, field, onRemove }: TaxRowProps) {
  const name = (part: string) => field(`receipts.taxes.${number}.${part}`)
  return (
    <li className="grid gap-3 max-md:rounded-card max-md:border max-md:border-border max-md:p-4 md:grid-cols-[2fr_1fr_2fr_auto]">
      <TextField
        {...name('name')}
        label="Tax"
        defaultValue={row.name}
        maxLength={longestReceiptTexts.tax}
        autoComplete="off"
      />
      <TextField
        {...name('rate')}
        label="Percent"
        defaultValue={Number.isNaN(row.rate) ? '' : String(row.rate)}
        inputMode="decimal"
        autoComplete="off"
      />
      <SelectField
        {...name('on')}
        label="Computed on"
        defaultValue={row.on_levies ? 'levies' : 'value'}
        options={bases}
      />
      <IconButton label={`Remove ${row.name || `row ${number + 1}`}`} className="md:mt-7" onClick={onRemove}>
        <TrashIcon />
      </IconButton>
    </li>
  )
}

function useRows(start: readonly TaxRowForm[], onRows: () => void) {
  const last = useRef(start.length)
  const [rows, setRows] = useState<Row[]>(() => start.map((row, key) => ({ key, row })))
  const list = useRef<HTMLUListElement>(null)
  const shown = useRef(rows)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows have changed on the page, and only then.
  useEffect(() => {
    if (shown.current === rows) return
    // The keyboard goes on in the new row, or beside the one that is gone.
    const isNew = rows.length > shown.current.length
    const next = isNew
      ? list.current?.querySelector<HTMLElement>('li:last-child input')
      : list.current?.nextElementSibling?.querySelector('button')
    next?.focus()
    shown.current = rows
    onRows()
  }, [rows])
  return {
    list,
    rows,
    add: (added: readonly TaxRowForm[]) => {
      const from = last.current + 1
      last.current += added.length
      setRows((before) => [...before, ...added.map((row, place) => ({ key: from + place, row }))])
    },
    remove: (key: number) => setRows((before) => before.filter((row) => row.key !== key)),
  }
}
