import { memo, useRef, useState } from 'react'
import { data, redirect, useNavigation } from 'react-router'
import { useWishlist } from '#app/cart/wishlist.ts'
import { breadcrumbList } from '#app/components/breadcrumb-list.ts'
import { publicUrlOf } from '#app/components/page-addresses.ts'
import { ProductGrid } from '#app/components/product-card.tsx'
import { QuickChoose } from '#app/components/quick-choose.tsx'
import { pageRequestContext, shopContext } from '#app/data/shop-context.ts'
import { type PageHandle, pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { HeartIcon, SearchIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { countLabel } from '#rules/count-label.ts'
import type { Shelf } from '#rules/shelves.ts'
import type { Route } from './+types/shop-page.ts'
import { CategoryChips, CategoryList, FilterSheet, SearchForm, SortForm } from './shop-choices.tsx'
import {
  bareShelves,
  countProducts,
  productsPerPage,
  readShop,
  readShopFilter,
  type ShopFilter,
  shopAddress,
} from './shop-filter.ts'

export const handle: PageHandle = { deliveryStrip: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const filter = readShopFilter(new URL(request.url).searchParams)
  const shelves = await readShop(shop, filter).catch((error: unknown) => {
    context.get(pageRequestContext).report(error)
    return null
  })
  // The list cannot be read: whatever is shown instead, nobody caches or indexes such a page.
  if (shelves === null) return data({ filter, ...(await bareShelves(shop, filter)) }, { status: 503 })
  // A link may say what the category was called before.
  if (shelves.meant !== filter.category)
    throw redirect(shopAddress(filter, { category: shelves.meant, page: filter.page }), 301)
  if (filter.page > shelves.pages) throw redirect(shopAddress(filter, { page: shelves.pages }))
  return data({ filter, ...shelves })
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(args, { title: 'Shop', hidden: true })
  const { filter, areSamples, shelves } = loaderData
  const shelf = knownShelf(loaderData)
  const page = {
    title: titleOf(filter, shelf),
    description: descriptionOf(shelf),
    path: shopAddress({ ...filter, sort: 'featured' }, { page: filter.page }),
    hidden:
      filter.q !== '' || areSamples || shelves.length === 0 || (shelf?.slug ?? null) !== filter.category,
  }
  const crumbs = [
    { label: 'Home', to: '/' },
    { label: 'Shop', to: '/shop' },
    ...(shelf ? [{ label: titleOf(filter, shelf), to: page.path }] : []),
  ]
  return [...pageMeta(args, page), breadcrumbList(publicUrlOf(args.matches), crumbs)]
}

export default function ShopPage({ loaderData }: Route.ComponentProps) {
  const { filter, shelves, total, products } = loaderData
  const box = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(filter.q)
  // What was typed without Enter is meant by the next choice, too.
  const next = { ...filter, q: typed }
  const shelf = knownShelf(loaderData)
  return (
    <div className="mx-auto max-w-store px-gutter pt-4 pb-section lg:pt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h1>{shelf ? `Shop ${shelf.heading}` : 'Shop'}</h1>
        <WishlistLink />
      </div>
      <div className="lg:mt-6 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-8">
        <div>
          <SearchForm filter={filter} box={box} onTyped={setTyped} className="mt-3 lg:mt-0 lg:mb-6" />
          <CategoryList shelves={shelves} filter={next} />
        </div>
        <div>
          <div className="mt-2 lg:mt-0">
            <CategoryChips shelves={shelves} filter={next} />
          </div>
          <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
            <p role="status" className="text-sm wrap-anywhere text-muted-foreground">
              {countProducts(total)}
              {filter.q && ` for “${filter.q}”`}
            </p>
            <SortForm filter={filter} box={box} />
          </div>
          {products.length > 0 && <Shelves {...loaderData} />}
          {products.length === 0 &&
            (shelves.length === 0 ? <NothingThere /> : <NothingFound filter={filter} />)}
        </div>
      </div>
      <FilterSheet shelves={shelves} filter={filter} typed={typed} total={total} />
    </div>
  )
}

type ShelvesProps = Pick<Route.ComponentProps['loaderData'], 'filter' | 'products' | 'total' | 'areSamples'>

/** Not drawn again for each letter that is typed above. */
const Shelves = memo(function Shelves({ filter, products, total, areSamples }: ShelvesProps) {
  const isWaiting = useNavigation().location?.pathname === '/shop'
  return (
    <div
      aria-busy={isWaiting || undefined}
      className={classNames('transition-opacity', isWaiting && 'opacity-60')}
    >
      {areSamples && (
        <p className="mb-6 rounded-card bg-muted p-4">
          These are samples of what we sell. They cannot be bought here; our shelves will be back soon.
        </p>
      )}
      <ProductGrid chooser={QuickChoose} products={products} eager={4} />
      {total > productsPerPage && (
        <div className="mt-10">
          <Pagination
            page={filter.page}
            pageSize={productsPerPage}
            total={total}
            totalLabel={countLabel(total, filter.q !== '')}
            linkTo={(page) => shopAddress(filter, { page })}
          />
        </div>
      )}
    </div>
  )
})

function WishlistLink() {
  const { ids } = useWishlist()
  return (
    <Link
      to="/wishlist"
      className="-mr-2 flex min-h-11 items-center gap-2 rounded-control px-2 text-sm font-semibold text-link hover:underline"
    >
      <HeartIcon size={20} />
      Wishlist
      {ids.length > 0 && ` (${ids.length})`}
    </Link>
  )
}

/** Whatever somebody has typed as a category is no heading of ours. */
function knownShelf({ filter, shelves }: { filter: ShopFilter; shelves: Shelf[] }): Shelf | null {
  return shelves.find(({ slug }) => slug === filter.category) ?? null
}

function titleOf({ q }: ShopFilter, shelf: Shelf | null): string {
  if (q) return `Search: ${q}`
  return shelf?.heading ?? 'Shop'
}

function descriptionOf(shelf: Shelf | null): string {
  const what = shelf?.heading.toLowerCase() ?? 'skincare and beauty products'
  return `Buy ${what} in Ghana: prices in cedis, pay on delivery, delivered to every region.`
}

/** No filter helps where there is nothing at all. */
function NothingThere() {
  return (
    <p className="mx-auto max-w-form py-10 text-center text-lg text-balance">
      Nothing stands on our shelves just now. Please come back in a little while.
    </p>
  )
}

/** Never a dead end: first the smaller step back, then the whole shop. Without a filter there is none to clear. */
function NothingFound({ filter }: { filter: ShopFilter }) {
  const isFiltered = filter.category !== null
  return (
    <div className="mx-auto grid max-w-form justify-items-center gap-5 py-10 text-center">
      <span className="grid size-24 place-items-center rounded-full bg-muted text-terracotta">
        <SearchIcon size={40} />
      </span>
      <p className="text-lg text-balance">No products found. Try adjusting your filters.</p>
      {filter.q && (
        <p className="text-balance text-muted-foreground">Check the spelling, or search for fewer words.</p>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        {isFiltered && filter.q && (
          <ButtonLink to={shopAddress(filter, { category: null })} variant="secondary">
            Search all products
          </ButtonLink>
        )}
        <ButtonLink to="/shop">{isFiltered ? 'Clear filters' : 'See all products'}</ButtonLink>
      </div>
    </div>
  )
}
