import { type FormEvent, type RefObject, useId } from 'react'
import { Form, useNavigate, useSearchParams } from 'react-router'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { SelectField, type SelectOption, TextField } from '#app/ui/field.tsx'
import { SearchIcon, SlidersIcon } from '#app/ui/icons.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { dialogTrigger } from '#app/ui/use-modal.ts'
import { normaliseCategory } from '#rules/categories.ts'
import { addressWith, pageIn, queryIn } from '../list-frame.tsx'

type ProductFiltersProps = {
  shown: ShownProducts
  categories: readonly SelectOption[]
  searchField: RefObject<HTMLInputElement | null>
}

export function ProductFilters({ shown, categories, searchField }: ProductFiltersProps) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const go = (changes: Parameters<typeof addressWith>[1]) =>
    void navigate(addressWith(search, { ...changes, page: null }), { preventScrollReset: true })
  return (
    <Form role="search" className="flex flex-wrap items-end gap-3" preventScrollReset>
      {shown.category && <input type="hidden" name="category" value={shown.category} />}
      {shown.lowStock && <input type="hidden" name="low_stock" value="1" />}
      {shown.hidden && <input type="hidden" name="hidden" value="1" />}
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
        <Button type="submit" variant="secondary" aria-label="Search">
          <SearchIcon size={20} />
        </Button>
      </div>
      <SelectField
        label="Category"
        value={shown.category}
        onChange={({ target }) => go({ category: target.value || null })}
        options={[{ value: '', label: 'All categories' }, ...categories]}
        className="min-w-44 max-md:hidden"
      />
      <Chip
        selected={shown.lowStock}
        className="mb-0.5 max-md:hidden"
        onClick={() => go({ low_stock: shown.lowStock ? null : 1 })}
      >
        Low stock
      </Chip>
      <Chip
        selected={shown.hidden}
        className="mb-0.5 max-md:hidden"
        onClick={() => go({ hidden: shown.hidden ? null : 1 })}
      >
        Hidden
      </Chip>
      <FilterSheetButton shown={shown} />
      {isFiltered(shown) && (
        <ButtonLink to="?" variant="ghost" preventScrollReset>
          Clear
        </ButtonLink>
      )}
    </Form>
  )
}

const sheetId = 'product-filters'

function FilterSheetButton({ shown }: { shown: ShownProducts }) {
  const chosen = [shown.category !== '', shown.lowStock, shown.hidden].filter(Boolean).length
  return (
    <Button variant="secondary" className="flex-1 md:hidden" {...dialogTrigger(sheetId)}>
      <SlidersIcon size={20} />
      {chosen > 0 ? `Filters (${chosen})` : 'Filters'}
    </Button>
  )
}

/** On a phone the filters are in a sheet and apply together. */
export function ProductFilterSheet({ shown, categories }: Omit<ProductFiltersProps, 'searchField'>) {
  const form = useId()
  const close = ({ currentTarget }: FormEvent<HTMLElement>) => currentTarget.closest('dialog')?.close()
  return (
    <Sheet
      id={sheetId}
      title="Filters"
      closesOnLinks
      footer={
        <>
          <ButtonLink
            variant="ghost"
            className="mr-auto"
            to={`?${shown.q && new URLSearchParams({ q: shown.q })}`}
          >
            Clear
          </ButtonLink>
          <Button type="submit" form={form}>
            Show products
          </Button>
        </>
      }
    >
      <Form
        key={`${shown.category} ${shown.lowStock} ${shown.hidden} ${categories.length}`}
        id={form}
        onSubmit={close}
        preventScrollReset
        className="grid gap-6"
      >
        {shown.q && <input type="hidden" name="q" value={shown.q} />}
        <RadioCards
          label="Category"
          name="category"
          defaultValue={shown.category}
          className="grid-cols-2"
          cards={[
            { value: '', title: 'All' },
            ...categories.map(({ value, label }) => ({ value, title: label })),
          ]}
        />
        <Switch name="low_stock" value="1" label="Low stock only" defaultChecked={shown.lowStock} />
        <Switch name="hidden" value="1" label="Hidden only" defaultChecked={shown.hidden} />
      </Form>
    </Sheet>
  )
}

/** Which products the address asks for. */
type ShownProducts = { q: string; category: string; lowStock: boolean; hidden: boolean; page: number }

export const pageSize = 24

export function readShownProducts(search: URLSearchParams): ShownProducts {
  return {
    q: queryIn(search),
    category: normaliseCategory((search.get('category') ?? '').slice(0, 60)),
    lowStock: search.get('low_stock') === '1',
    hidden: search.get('hidden') === '1',
    page: pageIn(search),
  }
}

export function listAddress({ q, category, lowStock, hidden, page }: ShownProducts): string {
  const asked = new URLSearchParams({ admin: '1', limit: String(pageSize), page: String(page) })
  if (q) asked.set('q', q)
  if (category) asked.set('category', category)
  if (lowStock) asked.set('low_stock', '1')
  if (hidden) asked.set('hidden', '1')
  return `/api/products?${asked}`
}

/** All products, whatever is shown just now: what is changed in the file and imported again is then complete. */
export const productsExport = {
  path: '/api/products.csv',
  texts: { done: 'Your browser is saving the products', failed: 'The products could not be exported' },
  size: 'sm',
} as const

export function isFiltered({ q, category, lowStock, hidden }: ShownProducts): boolean {
  return q !== '' || category !== '' || lowStock || hidden
}

/** Everything that is hidden, and nothing else. */
export function isOnlyHidden({ hidden, ...others }: ShownProducts): boolean {
  return hidden && !isFiltered({ ...others, hidden: false })
}

/** Which form is open: of a product, of a new one, or none. */
export function openForm(search: URLSearchParams): number | 'new' | null {
  const asked = search.get('edit')
  if (asked === 'new') return 'new'
  return asked !== null && /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : null
}
