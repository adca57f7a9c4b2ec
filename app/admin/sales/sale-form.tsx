import { useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { type ApiProblem, api } from '#app/data/api.ts'
import { isNumber, isText, listOf, shapeOf } from '#app/session/draft-shape.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { useFormErrors } from '#app/ui/form-errors.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Switch } from '#app/ui/switch.tsx'
import type { ProductResponse } from '#contract/catalogue.ts'
import type { SaleResponse } from '#contract/sales-and-discounts.ts'
import { formatCedis } from '#rules/money.ts'
import { checkSale, longestSaleName, mostSaleProducts, type SaleTexts } from '#rules/sale-fields.ts'
import { AmountField } from '../amount-field.tsx'
import { type Conflict, conflictIn } from '../conflict.tsx'
import { type FieldTexts, FormSheet, useSheetForm } from '../form-sheet.tsx'
import { ChosenProducts, ProductCombobox } from '../product-combobox.tsx'
import { useCategories } from '../use-categories.ts'

type SaleFormProps = {
  /** Null for a new one. */
  sale: SaleResponse | null
  onSaved: () => void
  onReload: () => void
  onClose: () => void
}

export function SaleForm({ sale, onSaved, onReload, onClose }: SaleFormProps) {
  const { errors, typed, ...sending } = useSaleForm(sale, onSaved)
  return (
    <FormSheet
      thing="sale"
      isNew={sale === null}
      errors={errors}
      typed={typed}
      onReload={onReload}
      onClose={onClose}
      {...sending}
    >
      <SaleFields start={typed.start} field={errors.field} chosen={typed.chosen} onChoose={typed.choose} />
    </FormSheet>
  )
}

type SaleFieldsProps = {
  start: FieldTexts
  field: (name: string) => { id: string; name: string; error: string | undefined }
  chosen: readonly ChosenProduct[]
  onChoose: (products: readonly ChosenProduct[]) => void
}

function SaleFields({ start, field, chosen, onChoose }: SaleFieldsProps) {
  const [kind, setKind] = useState(start.kind)
  const [scope, setScope] = useState(start.scope)
  const { choices } = useCategories()
  return (
    <>
      <TextField
        {...field('name')}
        label="Name"
        help="Customers read it in the countdown, if there is one."
        autoComplete="off"
        maxLength={longestSaleName}
        defaultValue={start.name}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          {...field('kind')}
          label="Take off"
          value={kind}
          options={[
            { value: 'percent', label: 'Percent' },
            { value: 'amount', label: 'An amount' },
          ]}
          onChange={({ target }) => setKind(target.value)}
        />
        <TextField
          {...field('off')}
          label={kind === 'percent' ? 'Percent off' : 'Amount off'}
          prefix={kind === 'percent' ? '%' : 'Ghs'}
          inputMode={kind === 'percent' ? 'numeric' : 'decimal'}
          autoComplete="off"
          defaultValue={start.off}
        />
      </div>
      <AmountField
        {...field('floor')}
        label="Never below"
        optional={kind === 'percent'}
        help="No price is reduced further than this. What costs less anyway stays as it is."
        defaultValue={start.floor}
      />
      <RadioCards
        {...field('scope')}
        label="For"
        value={scope}
        onChange={setScope}
        cards={[
          { value: 'all', title: 'All products' },
          { value: 'category', title: 'A category' },
          { value: 'products', title: 'Chosen products' },
        ]}
      />
      {scope === 'category' && (
        <SelectField
          {...field('category')}
          // What is chosen from the start can only be chosen once it is there.
          key={choices.length}
          label="Category"
          placeholder="Choose a category"
          options={choices}
          defaultValue={start.category}
        />
      )}
      {scope === 'products' && <ProductChoice {...field('products')} chosen={chosen} onChange={onChoose} />}
      <TextField
        {...field('starts_at')}
        label="Begins (GMT)"
        type="datetime-local"
        defaultValue={start.starts_at}
      />
      <TextField
        {...field('ends_at')}
        label="Ends (GMT)"
        type="datetime-local"
        defaultValue={start.ends_at}
      />
      <Switch
        name="countdown"
        label="Count down on the home page"
        help="While it runs, in place of the sale banner of the settings"
        defaultChecked={start.countdown !== undefined}
      />
    </>
  )
}

function useSaleForm(sale: SaleResponse | null, onSaved: () => void) {
  const { submit, isBusy } = useSubmit()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const typed = useSheetForm<readonly ChosenProduct[]>({
    name: `sale ${sale?.id ?? 'new'}`,
    saved: { fields: startOf(sale), chosen: sale?.products ?? [], version: sale?.updated_at },
    isChosen: listOf(shapeOf<ChosenProduct>({ id: isNumber, name: isText })),
  })
  const { chosen } = typed
  const errors = useFormErrors((values) => checkSale(readSale(values, sale, chosen)))

  const send = async (values: FormData, version = typed.version) => {
    const texts = readSale(values, sale, chosen)
    const body = { ...toBody(texts, chosen, values.has('countdown')), ...(sale && { expected: version }) }
    setConflict(null)
    const failed = 'The sale was not saved'
    // The shop names percent and amount; the form has one field for both.
    const refuse = ({ percent, amount, ...fields }: Record<string, string>) =>
      errors.refuse({ ...fields, ...((percent ?? amount) && { off: percent ?? amount }) })
    const onFailure = (problem: ApiProblem) => setConflict(conflictIn(problem))
    await submit({ failed, refuse, onFailure }, async () => {
      if (sale) await api.put(`/api/sales/${sale.id}`, { body })
      else await api.post('/api/sales', { body })
      typed.forget()
      onSaved()
      return { title: sale ? 'Sale saved' : 'Sale added' }
    })
  }
  return { errors, typed, send, conflict, isBusy }
}

type ProductChoiceProps = {
  id: string
  name: string
  error: string | undefined
  chosen: readonly ChosenProduct[]
  onChange: (products: readonly ChosenProduct[]) => void
}

/** Products are found by name and put into the sale one by one. */
function ProductChoice({ id, name, error, chosen, onChange }: ProductChoiceProps) {
  const add = ({ id: productId, name: productName }: ProductResponse) => {
    if (chosen.length >= mostSaleProducts) return false
    onChange([...chosen, { id: productId, name: productName }])
    return true
  }
  return (
    <div className="grid gap-2">
      <ProductCombobox id={id} name={name} error={error} among="office" chosen={chosen} onChoose={add} />
      <ChosenProducts
        fieldId={id}
        products={chosen}
        removeLabel={(each) => `Take ${each} out of the sale`}
        onChange={onChange}
      />
    </div>
  )
}

type ChosenProduct = SaleResponse['products'][number]

/** What the fields show. Moments are in GMT, as everything in Ghana. */
function startOf(sale: SaleResponse | null): FieldTexts {
  return {
    name: sale?.name ?? '',
    kind: sale?.amount == null ? 'percent' : 'amount',
    off: String(sale?.amount ?? sale?.percent ?? ''),
    floor: sale?.floor ? String(sale.floor) : '',
    scope: sale?.scope ?? 'all',
    category: sale?.category ?? '',
    starts_at: sale?.starts_at.slice(0, 16) ?? '',
    ends_at: sale?.ends_at.slice(0, 16) ?? '',
    ...(sale?.countdown && { countdown: 'on' }),
  }
}

/** A field for date and time has no seconds: a moment that was not touched keeps its own. */
function readMoment(typed: string, before: string | undefined): Date | null {
  if (before !== undefined && typed === before.slice(0, 16)) return new Date(before)
  const moment = new Date(`${typed}:00Z`)
  return Number.isNaN(moment.getTime()) ? null : moment
}

function readSale(values: FormData, sale: SaleResponse | null, chosen: readonly ChosenProduct[]): SaleTexts {
  const text = (name: string) => String(values.get(name) ?? '').trim()
  const scope = text('scope')
  return {
    name: text('name'),
    kind: text('kind') === 'amount' ? 'amount' : 'percent',
    off: text('off'),
    floor: text('floor'),
    scope: scope === 'category' || scope === 'products' ? scope : 'all',
    category: text('category'),
    products: chosen.length,
    starts_at: readMoment(text('starts_at'), sale?.starts_at),
    ends_at: readMoment(text('ends_at'), sale?.ends_at),
  }
}

/** The request, of texts without a mistake. */
function toBody(texts: SaleTexts, chosen: readonly ChosenProduct[], countdown: boolean) {
  const { name, kind, off, floor, scope, category, starts_at, ends_at } = texts
  return {
    name,
    ...(kind === 'percent' ? { percent: Number(off) } : { amount: Number(off) }),
    floor: floor === '' ? null : Number(floor),
    scope,
    ...(scope === 'category' && { category }),
    ...(scope === 'products' && { product_ids: chosen.map(({ id }) => id) }),
    starts_at: starts_at?.toISOString(),
    ends_at: ends_at?.toISOString(),
    countdown,
  }
}

/** `20% off all products, at least Ghs 30.00` */
export function saleInWords(sale: SaleResponse, categoryName: (slug: string) => string): string {
  const off = sale.amount === null ? `${sale.percent}% off` : `${formatCedis(sale.amount)} off`
  const floor = sale.floor > 0 ? `, never below ${formatCedis(sale.floor)}` : ''
  return `${off} ${whatFor(sale, categoryName)}${floor}`
}

function whatFor(
  { scope, category, products }: SaleResponse,
  categoryName: (slug: string) => string,
): string {
  if (scope === 'all') return 'all products'
  if (scope === 'category') return category === null ? 'a category that is gone' : categoryName(category)
  const [first] = products
  if (first === undefined) return 'products that are gone'
  return products.length === 1 ? first.name : `${products.length} products`
}
