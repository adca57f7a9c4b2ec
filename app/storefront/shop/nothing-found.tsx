import { ButtonLink } from '#app/ui/button.tsx'
import { SearchIcon } from '#app/ui/icons.tsx'
import { type ShopFilter, shopAddress } from './shop-filter.ts'

/** Never a dead end: first the smaller step back, then the whole shop. */
export function NothingFound({ filter }: { filter: ShopFilter }) {
  const hasBoth = filter.category !== null && filter.q !== ''
  return (
    <div className="mx-auto grid max-w-form justify-items-center gap-5 py-10 text-center">
      <span className="grid size-24 place-items-center rounded-full bg-muted text-terracotta">
        <SearchIcon size={40} />
      </span>
      <p className="text-lg text-balance">No products found. Try adjusting your filters.</p>
      <div className="flex flex-wrap justify-center gap-3">
        {hasBoth && (
          <ButtonLink to={shopAddress(filter, { category: null })} variant="secondary">
            Search all products
          </ButtonLink>
        )}
        <ButtonLink to="/shop">Clear filters</ButtonLink>
      </div>
    </div>
  )
}
