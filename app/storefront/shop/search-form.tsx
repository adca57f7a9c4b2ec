import { Form } from 'react-router'
import { IconButton } from '#app/ui/icon-button.tsx'
import { SearchIcon } from '#app/ui/icons.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { defaultProductSort } from '#rules/product-sorting.ts'
import type { ShopFilter } from './shop-filter.ts'

/** A plain form that asks for a page, so it searches before any script has run. */
export function SearchForm({ filter, className }: { filter: ShopFilter; className?: string }) {
  return (
    <Form method="get" action="/shop" role="search" preventScrollReset className={className}>
      <OtherChoices category={filter.category} sort={filter.sort} />
      <TextField
        key={filter.q}
        label="Search products"
        hideLabel
        type="search"
        name="q"
        defaultValue={filter.q}
        placeholder="Search products"
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        button={
          <IconButton type="submit" label="Search">
            <SearchIcon size={20} />
          </IconButton>
        }
      />
    </Form>
  )
}

/** What was chosen elsewhere on the page travels along. */
export function OtherChoices({ category, q, sort }: Partial<ShopFilter>) {
  return (
    <>
      {category && <input type="hidden" name="category" value={category} />}
      {q && <input type="hidden" name="q" value={q} />}
      {sort && sort !== defaultProductSort && <input type="hidden" name="sort" value={sort} />}
    </>
  )
}
