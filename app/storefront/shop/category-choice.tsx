import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { ChipLink } from '#app/ui/chip.tsx'
import { showFocused } from '#app/ui/show-focused.ts'
import { categoryTitle } from '#rules/categories.ts'
import { type ShopFilter, shopAddress } from './shop-filter.ts'

type CategoryChoiceProps = { categories: readonly string[]; filter: ShopFilter }

const everything = null

function choicesOf(categories: readonly string[]) {
  return [
    { category: everything, label: 'All' },
    ...categories.map((category) => ({ category, label: categoryTitle(category) })),
  ]
}

/** For phones: a row of links that runs on past the edge of the screen. */
export function CategoryChips({ categories, filter }: CategoryChoiceProps) {
  const row = useRef<HTMLElement>(null)
  const isHydrated = useRef(false)

  // The chosen one may lie past the edge of the screen. But whoever has moved the row while the page was hydrating is about
  // to tap, and it must not move away below their finger.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is looked for anew
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
        {choicesOf(categories).map(({ category, label }) => (
          <li key={label}>
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

/** For a desk: the same links below each other. */
export function CategoryList({ categories, filter }: CategoryChoiceProps) {
  return (
    <nav aria-labelledby="category-list" className="hidden lg:block">
      <h2 id="category-list" className="font-sans text-sm font-semibold tracking-wide uppercase">
        Category
      </h2>
      <ul className="mt-2 grid gap-1">
        {choicesOf(categories).map(({ category, label }) => (
          <li key={label}>
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
