import { useEffect, useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { productSortLabels, productSorts } from '#rules/product-sorting.ts'
import { OtherChoices } from './search-form.tsx'
import type { ShopFilter } from './shop-filter.ts'

/** On a desk a choice acts at once. Without scripts the form shows its button, on phones too. */
export function SortForm({ filter }: { filter: ShopFilter }) {
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const apply = () => void submit(form.current, { preventScrollReset: true })

  // Somebody may have chosen before the scripts were there to hear it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first look counts
  useEffect(() => {
    const chosen = form.current?.querySelector('select')?.value
    if (chosen !== undefined && chosen !== filter.sort) apply()
  }, [])

  return (
    <Form
      ref={form}
      method="get"
      action="/shop"
      preventScrollReset
      className="hidden items-center gap-2 max-lg:w-full lg:flex [@media(scripting:none)]:flex"
    >
      <OtherChoices category={filter.category} q={filter.q} />
      <span aria-hidden="true" className="text-sm font-semibold">
        Sort
      </span>
      <SelectField
        key={filter.sort}
        label="Sort"
        hideLabel
        compact
        name="sort"
        defaultValue={filter.sort}
        autoComplete="off"
        onChange={apply}
        options={productSorts.map((value) => ({ value, label: productSortLabels[value] }))}
        className="w-56 max-lg:flex-1"
      />
      <Button type="submit" variant="secondary" className="[@media(scripting:enabled)]:hidden">
        Apply
      </Button>
    </Form>
  )
}
