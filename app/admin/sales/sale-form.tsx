import { useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import type { ApiProblem } from '#app/data/api-problem.ts'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useFormErrors } from '#app/ui/use-form-errors.ts'
import type { SaleResponse } from '#contract/sales-and-discounts.ts'
import { checkSale, longestSaleName } from '#rules/sale-fields.ts'
import { type Conflict, conflictIn } from '../conflict.tsx'
import { FormSheet } from '../form-sheet.tsx'
import { useUnsaved } from '../unsaved.tsx'
import { useCategories } from '../use-categories.ts'
import { ProductChoice } from './product-choice.tsx'
import { type ChosenProduct, readSale, startOf, toBody } from './sale-values.ts'

type SaleFormProps = {
  /** Null for a new one. */
  sale: SaleResponse | null
  onSaved: () => void
  onReload: () => void
  onClose: () => void
}

export function SaleForm({ sale, onSaved, onReload, onClose }: SaleFormProps) {
  const unsaved = useUnsaved('What you changed in this sale is not saved yet.')
  const { errors, chosen, setChosen, ...sending } = useSaleForm(sale, () => {
    unsaved.onUnsavedChange(false)
    onSaved()
  })
  return (
    <FormSheet
      thing="sale"
      isNew={sale === null}
      errors={errors}
      unsaved={unsaved}
      onReload={onReload}
      onClose={onClose}
      {...sending}
    >
      <SaleFields
        sale={sale}
        field={errors.field}
        chosen={chosen}
        onChoose={(products) => {
          setChosen(products)
          unsaved.onUnsavedChange(true)
        }}
      />
    </FormSheet>
  )
}

type SaleFieldsProps = {
  sale: SaleResponse | null
  field: (name: string) => { id: string; name: string; error: string | undefined }
  chosen: readonly ChosenProduct[]
  onChoose: (products: readonly ChosenProduct[]) => void
}

function SaleFields({ sale, field, chosen, onChoose }: SaleFieldsProps) {
  const start = startOf(sale)
  const [kind, setKind] = useState<string>(start.kind)
  const [scope, setScope] = useState<string>(start.scope)
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
      <TextField
        {...field('floor')}
        label="Never below"
        optional={kind === 'percent'}
        help="No price is reduced further than this. What costs less anyway stays as it is."
        prefix="Ghs"
        inputMode="decimal"
        autoComplete="off"
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
        defaultChecked={start.countdown}
      />
    </>
  )
}

function useSaleForm(sale: SaleResponse | null, onSaved: () => void) {
  const { submit, isBusy } = useSubmit()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [chosen, setChosen] = useState<readonly ChosenProduct[]>(sale?.products ?? [])
  const errors = useFormErrors((values) => checkSale(readSale(values, sale, chosen)))

  const send = async (values: FormData, version = sale?.updated_at) => {
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
      onSaved()
      return { title: sale ? 'Sale saved' : 'Sale added' }
    })
  }
  return { errors, chosen, setChosen, send, conflict, isBusy }
}
