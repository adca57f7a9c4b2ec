import { Link } from 'react-router'
import { ShopPicture } from '#app/components/shop-picture.tsx'
import { useHasFirstName } from '#app/data/shop-facts.ts'
import { isSameCategory } from '#rules/categories.ts'
import { shelfAddress } from '#rules/shelves.ts'
import type { ShownTile } from './sample-tiles.ts'

export function ShopByCategory({ tiles }: { tiles: readonly ShownTile[] }) {
  const hasFirstName = useHasFirstName()
  if (tiles.length === 0) return null
  return (
    <section aria-labelledby="categories" className="mx-auto max-w-store px-gutter py-section">
      <h2 id="categories">Shop By Category</h2>
      <ul className="mt-5 grid grid-cols-3 gap-tiles lg:mt-8">
        {tiles.map((tile) => (
          <li key={tile.slug}>
            <Link to={addressOf(tile)} className="group block rounded-card">
              <ShopPicture
                picture={tile.picture ?? (hasFirstName ? tile.samplePicture : null) ?? null}
                focus={tile.focus ?? undefined}
                ratio="1/1"
                upTo={800}
                sizes="(min-width: 75rem) 23rem, (min-resolution: 2.1dppx) 20vw, 30vw"
                className="rounded-card"
              />
              <span className="flex min-h-11 items-center justify-center text-center text-sm font-semibold group-hover:text-link sm:text-base lg:text-xl">
                {tile.heading}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Links of the home page say the category in the plural where that means the same; the shop knows both forms. */
function addressOf({ slug, heading }: ShownTile): string {
  const plural = heading.toLowerCase()
  return shelfAddress({ slug: isSameCategory(plural, slug) ? plural : slug })
}
