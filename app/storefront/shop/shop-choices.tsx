import { type FormEvent, type RefObject, useEffect, useId, useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import { Button, ButtonLink, IconButton } from '#app/ui/button.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { SearchIcon, SlidersIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { showFocused } from '#app/ui/scrolling.ts'
import { Sheet } from '#app/ui/sheet.tsx'
import { StickyBar } from '#app/ui/sticky-bar.tsx'
import { dialogTrigger } from '#app/ui/use-modal.ts'
import { defaultProductSort, productSortLabels, productSorts } from '#rules/product-sorting.ts'
import type { Shelf } from '#rules/shelves.ts'
import { countChoices, countProducts, type ShopFilter, shopAddress } from './shop-filter.ts'

type CategoryChoiceProps = { shelves: readonly Shelf[]; filter: ShopFilter }

const everything = null

function choicesOf(shelves: readonly Shelf[]) {
  return [
    { category: everything, label: 'All' },
    ...shelves.map(({ slug, name }) => ({ category: slug, label: name })),
  ]
}

/** For phones: a row of links that runs on past the edge of the screen. */
export function CategoryChips({ shelves, filter }: CategoryChoiceProps) {
  const row = useRef<HTMLElement>(null)
  const isHydrated = useRef(false)

  // The chosen one may lie past the edge of the screen. But whoever has moved the row while the page was hydrating is about
  // to tap, and it must not move away below their finger.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is searched anew
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-current]')
    const mayMove = isHydrated.current || row.current?.scrollLeft === 0
    isHydrated.current = true
    if (row.current && chosen && mayMove)
      row.current.scrollLeft = chosen.offsetLeft - row.current.clientWidth / 3
  }, [filter.category])

  return (
    <nav
      ref={row}
      aria-label="Categories"
      onFocus={showFocused}
      className="relative -mx-gutter scroll-px-(--gutter) overflow-x-auto px-gutter lg:hidden"
    >
      <ul className="flex w-max gap-2 py-1">
        {choicesOf(shelves).map(({ category, label }) => (
          <li key={category}>
            <ChipLink
              to={shopAddress(filter, { category })}
              selected={category === filter.category}
              preventScrollReset
            >
              {label}
            </ChipLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** For wide screens: the same links below each other. */
export function CategoryList({ shelves, filter }: CategoryChoiceProps) {
  return (
    <nav aria-labelledby="category-list" className="hidden lg:block">
      <h2 id="category-list" className="font-sans text-sm font-semibold tracking-wide uppercase">
        Category
      </h2>
      <ul className="mt-2 grid gap-1">
        {choicesOf(shelves).map(({ category, label }) => (
          <li key={category}>
            <Link
              to={shopAddress(filter, { category })}
              preventScrollReset
              aria-current={category === filter.category ? 'true' : undefined}
              className="group flex min-h-11 items-center gap-3 rounded-control px-3 font-medium hover:bg-muted aria-[current]:bg-accent aria-[current]:text-link"
            >
              <span className="size-4 flex-none rounded-full border-2 border-input bg-card group-aria-[current]:border-5 group-aria-[current]:border-link" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type FilterSheetProps = {
  shelves: readonly Shelf[]
  filter: ShopFilter
  /** What stands in the search box. */
  typed: string
  total: number
}

const sheetId = 'filter-and-sort'

const closeSheet = ({ currentTarget }: FormEvent<HTMLElement>) => currentTarget.closest('dialog')?.close()

/** The phone's way to choose: a button within reach of the thumb, and one page of choices that act together. */
export function FilterSheet({ shelves, filter, typed, total }: FilterSheetProps) {
  const form = useId()
  const choices = countChoices(filter)
  return (
    <div className="[@media(scripting:none)]:hidden">
      <StickyBar until="lg">
        <Button variant="secondary" wide {...dialogTrigger(sheetId)}>
          <SlidersIcon size={20} />
          {choices > 0 ? `Filter & Sort (${choices})` : 'Filter & Sort'}
        </Button>
      </StickyBar>
      <Sheet
        id={sheetId}
        title="Filter & Sort"
        closesOnLinks
        footer={
          <>
            <span className="flex-1 text-sm text-muted-foreground">{countProducts(total)}</span>
            <ButtonLink
              variant="ghost"
              to={shopAddress(filter, { q: typed, category: null, sort: 'featured' })}
            >
              Clear
            </ButtonLink>
            <Button type="submit" form={form}>
              Apply
            </Button>
          </>
        }
      >
        <Form
          key={shopAddress(filter)}
          id={form}
          method="get"
          action="/shop"
          onSubmit={closeSheet}
          className="grid gap-6"
        >
          <OtherChoices q={typed} />
          <RadioCards
            label="Category"
            name="category"
            defaultValue={filter.category ?? ''}
            className="grid-cols-2"
            cards={[
              { value: '', title: 'All' },
              ...shelves.map(({ slug, name }) => ({ value: slug, title: name })),
            ]}
          />
          <RadioCards
            label="Sort"
            name="sort"
            defaultValue={filter.sort}
            cards={productSorts.map((value) => ({ value, title: productSortLabels[value] }))}
          />
        </Form>
      </Sheet>
    </div>
  )
}

type SearchFormProps = {
  filter: ShopFilter
  className?: string
  box: RefObject<HTMLInputElement | null>
  /** With what stands in the box, also before anybody has pressed Enter. */
  onTyped(q: string): void
}

export function readBox({ current }: SearchFormProps['box']): string {
  return current?.value.trim() ?? ''
}

/** A plain form that asks for a page, so it searches before any script has run. */
export function SearchForm({ filter: { q, category, sort }, className, box, onTyped }: SearchFormProps) {
  const shown = useRef(q)
  const read = () => onTyped(readBox(box))

  // Another search fills the box anew, but not under the fingers of whoever types on. Before the scripts were there, somebody may have typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another search counts
  useEffect(() => {
    const input = box.current
    const isTyping = q !== '' && input === document.activeElement && input?.value.startsWith(q)
    if (input && shown.current !== q && !isTyping) input.value = q
    shown.current = q
    read()
  }, [q])

  return (
    <Form method="get" action="/shop" role="search" preventScrollReset className={className}>
      <OtherChoices category={category} sort={sort} />
      <TextField
        ref={box}
        onChange={read}
        label="Search products"
        hideLabel
        type="search"
        name="q"
        defaultValue={q}
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
function OtherChoices({ category, q, sort }: Partial<ShopFilter>) {
  return (
    <>
      {category && <input type="hidden" name="category" value={category} />}
      {q && <input type="hidden" name="q" value={q} />}
      {sort && sort !== defaultProductSort && <input type="hidden" name="sort" value={sort} />}
    </>
  )
}

/** On a wide screen a choice acts at once. Without scripts the form shows its button, on phones too. */
export function SortForm({ filter, box }: Pick<SearchFormProps, 'filter' | 'box'>) {
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const apply = () => {
    const chosen = [...new FormData(form.current ?? undefined)].filter(([name]) => name !== 'q')
    const typed = readBox(box)
    const choices = new URLSearchParams([...(typed ? [['q', typed]] : []), ...chosen] as string[][])
    void submit(choices, { action: '/shop', preventScrollReset: true })
  }

  // Somebody may have chosen before the scripts were there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render counts
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
