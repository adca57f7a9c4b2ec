import { useId, useState } from 'react'
import { useFetch } from '#app/data/use-fetch.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { XIcon } from '#app/ui/icons.tsx'
import type { ProductResponse } from '#contract/catalogue.ts'
import type { CategoryResponse } from '#contract/categories.ts'
import { ProductCombobox } from '../product-combobox.tsx'
import type { Targets } from './discount-values.ts'

type TargetFieldsProps = { targets: Targets; onChange(targets: Targets): void }

/** Nothing chosen means everything. */
export function TargetFields({ targets, onChange }: TargetFieldsProps) {
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
