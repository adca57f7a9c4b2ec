import { useId, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { type ApiProblem, api } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { isNumber, isText, listOf, shapeOf } from '#app/session/draft-shape.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { useFormErrors } from '#app/ui/form-errors.tsx'
import { XIcon } from '#app/ui/icons.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Switch } from '#app/ui/switch.tsx'
import type { ProductResponse } from '#contract/catalogue.ts'
import type { CategoryResponse } from '#contract/catalogue-forms.ts'
import type { DiscountResponse } from '#contract/sales-and-discounts.ts'
import type { DiscountKind } from '#rules/discounts.ts'
import { AmountField } from '../amount-field.tsx'
import { type Conflict, conflictIn } from '../conflict.tsx'
import { type FieldTexts, FormSheet, useSheetForm } from '../form-sheet.tsx'
import { ProductCombobox } from '../product-combobox.tsx'
import {
  discountBodyOf,
  discountMistakes,
  kindOf,
  readDiscount,
  startOfDiscount,
  type Targets,
} from './discount-values.ts'

type DiscountFormProps = {
  /** Null for a new one. */
  discount: DiscountResponse | null
  onSaved: () => void
  onReload: () => void
  onClose: () => void
}

const kinds: { value: DiscountKind; label: string }[] = [
  { value: 'percent', label: 'Per cent off' },
  { value: 'amount', label: 'An amount off' },
  { value: 'free_delivery', label: 'Free delivery' },
  { value: 'buy_x_get_y', label: 'Buy some, get some free' },
]

export function DiscountForm({ discount, onSaved, onReload, onClose }: DiscountFormProps) {
  const typed = useSheetForm<Targets>({
    name: `discount ${discount?.id ?? 'new'}`,
    saved: startOfDiscount(discount),
    isChosen: shapeOf<Targets>({ productIds: listOf(isNumber), categories: listOf(isText) }),
  })
  const { start, chosen: targets } = typed
  const { submit, isBusy } = useSubmit()
  const [kind, setKind] = useState(kindOf(start.kind))
  const [isAutomatic, setAutomatic] = useState(start.way === 'automatic')
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const errors = useFormErrors((values) => discountMistakes(readDiscount(values, targets)))
  const send = async (values: FormData, version = typed.version) => {
    setConflict(null)
    const body = discountBodyOf(readDiscount(values, targets), version)
    const failed = 'The discount was not saved'
    const onFailure = (problem: ApiProblem) => setConflict(conflictIn(problem))
    await submit({ failed, refuse: errors.refuse, onFailure }, async () => {
      if (discount) await api.put(`/api/discounts/${discount.id}`, { body })
      else await api.post('/api/discounts', { body })
      typed.forget()
      onSaved()
      return { title: discount ? 'Discount saved' : 'Discount added' }
    })
  }
  return (
    <FormSheet
      thing="discount"
      isNew={discount === null}
      errors={errors}
      typed={typed}
      conflict={conflict}
      isBusy={isBusy}
      send={send}
      onChange={({ currentTarget }) => {
        const values = new FormData(currentTarget)
        setKind(kindOf(values.get('kind')))
        setAutomatic(values.get('way') === 'automatic')
      }}
      onReload={onReload}
      onClose={onClose}
    >
      <TextField
        {...errors.field('name')}
        label="Name"
        help="Customers read it where a discount holds without a code."
        autoComplete="off"
        maxLength={60}
        defaultValue={start.name}
      />
      <RadioCards
        {...errors.field('way')}
        label="How it is used"
        defaultValue={start.way}
        cards={[
          { value: 'code', title: 'With a code', explanation: 'Typed in the cart or at the checkout' },
          { value: 'automatic', title: 'By itself', explanation: 'Every cart that fits gets it' },
        ]}
      />
      {!isAutomatic && (
        <TextField
          {...errors.field('code')}
          label="Code"
          optional
          help="Such as SHEA10. Leave it empty to make codes for one order each afterwards."
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          defaultValue={start.code}
        />
      )}
      <SelectField {...errors.field('kind')} label="It gives" options={kinds} defaultValue={start.kind} />
      <ValueFields kind={kind} field={errors.field} start={start} />
      <AmountField
        {...errors.field('minimum_spend')}
        label="From a cart of"
        optional
        defaultValue={start.minimum_spend}
      />
      <TargetFields targets={targets} onChange={typed.choose} />
      <LimitFields field={errors.field} start={start} />
      <div className="grid gap-2">
        <Switch
          name="first_order_only"
          label="Only for a first order"
          help="By the phone number of the order"
          defaultChecked={start.first_order_only !== undefined}
        />
        <Switch
          name="combinable"
          label="Together with others"
          help="Otherwise the customer gets whichever takes off more"
          defaultChecked={start.combinable !== undefined}
        />
        <Switch name="enabled" label="Switched on" defaultChecked={start.enabled !== undefined} />
      </div>
    </FormSheet>
  )
}

type PartProps = {
  field: ReturnType<typeof useFormErrors>['field']
  start: FieldTexts
}

function ValueFields({ kind, field, start }: PartProps & { kind: DiscountKind }) {
  const number = { inputMode: 'numeric', autoComplete: 'off' } as const
  if (kind === 'percent')
    return <TextField {...field('percent')} {...number} label="Per cent" defaultValue={start.percent} />
  if (kind === 'amount')
    return <AmountField {...field('amount')} label="Amount" defaultValue={start.amount} />
  if (kind === 'free_delivery') return null
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <TextField {...field('buy_quantity')} {...number} label="Buy" defaultValue={start.buy_quantity} />
      <TextField
        {...field('get_quantity')}
        {...number}
        label="Get free"
        help="The cheapest"
        defaultValue={start.get_quantity}
      />
    </div>
  )
}

function LimitFields({ field, start }: PartProps) {
  const number = { inputMode: 'numeric', autoComplete: 'off', optional: true } as const
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField {...field('most_uses')} {...number} label="Uses in all" defaultValue={start.most_uses} />
        <TextField
          {...field('uses_per_customer')}
          {...number}
          label="Uses per phone"
          defaultValue={start.uses_per_customer}
        />
      </div>
      <TextField
        {...field('starts_at')}
        label="From"
        optional
        type="datetime-local"
        defaultValue={start.starts_at}
      />
      <TextField
        {...field('ends_at')}
        label="Until"
        optional
        type="datetime-local"
        defaultValue={start.ends_at}
      />
    </>
  )
}

type TargetFieldsProps = { targets: Targets; onChange(targets: Targets): void }

/** Nothing chosen means everything. */
function TargetFields({ targets, onChange }: TargetFieldsProps) {
  const { data: categories } = useFetch<CategoryResponse[]>('/api/categories')
  const { categories: chosen } = targets
  return (
    <details open={chosen.length + targets.productIds.length > 0}>
      <summary className="min-h-11 content-center font-semibold">Only for some products</summary>
      <div className="grid gap-4 pt-2">
        <fieldset className="grid gap-1">
          <legend className="mb-1 font-medium">Categories</legend>
          {categories?.map(({ slug, heading, old_slugs }) => {
            const names = [slug, ...old_slugs]
            return (
              <Checkbox
                key={slug}
                label={heading}
                checked={chosen.some((each) => names.includes(each))}
                onChange={({ target }) => {
                  const others = chosen.filter((each) => !names.includes(each))
                  onChange({ ...targets, categories: target.checked ? [...others, slug] : others })
                }}
              />
            )
          })}
        </fieldset>
        <ProductTargets targets={targets} onChange={onChange} />
      </div>
    </details>
  )
}

function ProductTargets({ targets, onChange }: TargetFieldsProps) {
  const id = useId()
  const [known, setKnown] = useState<Record<number, string>>({})
  const { productIds } = targets
  const choose = (ids: readonly number[]) => onChange({ ...targets, productIds: ids })
  return (
    <div className="grid gap-2">
      {productIds.length > 0 && (
        <ul className="grid gap-1" aria-label="Chosen products">
          {productIds.map((each) => (
            <li key={each} className="flex items-center justify-between gap-2">
              <span className="min-w-0 wrap-anywhere">{known[each] ?? <ProductName id={each} />}</span>
              <Button
                variant="ghost"
                size="sm"
                className="min-h-11"
                onClick={() => choose(productIds.filter((other) => other !== each))}
              >
                <XIcon size={18} />
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ProductCombobox
        id={id}
        name="product"
        error={undefined}
        among="office"
        chosen={productIds.map((each) => ({ id: each }))}
        textOf={({ id: number, name }) => `${name} · No. ${number}`}
        onChoose={({ id: number, name }) => {
          setKnown((before) => ({ ...before, [number]: name }))
          choose([...productIds, number])
          return true
        }}
      />
    </div>
  )
}

function ProductName({ id }: { id: number }) {
  const { data } = useFetch<ProductResponse>(`/api/products/${id}`)
  return data?.name ?? `Product ${id}`
}
