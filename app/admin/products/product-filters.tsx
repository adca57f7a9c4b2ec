import type { RefObject } from 'react'
import { Form, useNavigate, useSearchParams } from 'react-router'
import { categories, categoryTitle } from '../../../rules/categories.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { addressWith } from '../list-address.ts'
import { isFiltered, type ShownProducts } from './shown-products.ts'

type ProductFiltersProps = {
  shown: ShownProducts
  searchField: RefObject<HTMLInputElement | null>
}

export function ProductFilters({ shown, searchField }: ProductFiltersProps) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const go = (changes: Parameters<typeof addressWith>[1]) =>
    void navigate(addressWith(search, { ...changes, page: null }), { preventScrollReset: true })
  return (
    <Form role="search" className="flex flex-wrap items-end gap-3" preventScrollReset>
      {shown.category && <input type="hidden" name="category" value={shown.category} />}
      {shown.lowStock && <input type="hidden" name="low_stock" value="1" />}
      <div className="flex min-w-60 flex-1 items-end gap-2">
        <TextField
          key={shown.q}
          ref={searchField}
          label="Search products"
          type="search"
          name="q"
          defaultValue={shown.q}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          className="min-w-0 flex-1"
        />
        <Button type="submit" look="secondary" aria-label="Search">
          <SearchIcon size={20} />
        </Button>
      </div>
      <SelectField
        label="Category"
        value={shown.category}
        onChange={({ target }) => go({ category: target.value || null })}
        options={[
          { value: '', label: 'All categories' },
          ...categories.map((category) => ({ value: category, label: categoryTitle(category) })),
        ]}
        className="min-w-44 max-sm:flex-1"
      />
      <Chip
        selected={shown.lowStock}
        className="mb-0.5"
        onClick={() => go({ low_stock: shown.lowStock ? null : 1 })}
      >
        Low stock
      </Chip>
      {isFiltered(shown) && (
        <ButtonLink to={{ search: '' }} look="ghost" preventScrollReset>
          Clear
        </ButtonLink>
      )}
    </Form>
  )
}
