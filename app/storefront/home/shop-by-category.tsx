import { Link } from 'react-router'
import { ShopPicture, type ShownPicture } from '#app/components/shop-picture.tsx'
import { useHasFirstName } from '#app/data/shop-facts.ts'
import type { CategoryTile } from '#contract/categories.ts'
import { isSameCategory } from '#rules/categories.ts'
import { shelfAddress } from '#rules/shelves.ts'
import cleansers240avif from './pictures/cleansers-240.avif'
import cleansers240webp from './pictures/cleansers-240.webp'
import cleansers480avif from './pictures/cleansers-480.avif'
import cleansers480webp from './pictures/cleansers-480.webp'
import moisturizers240avif from './pictures/moisturizers-240.avif'
import moisturizers240webp from './pictures/moisturizers-240.webp'
import moisturizers480avif from './pictures/moisturizers-480.avif'
import moisturizers480webp from './pictures/moisturizers-480.webp'
import serums240avif from './pictures/serums-240.avif'
import serums240webp from './pictures/serums-240.webp'
import serums480avif from './pictures/serums-480.avif'
import serums480webp from './pictures/serums-480.webp'

export function ShopByCategory({ tiles }: { tiles: readonly CategoryTile[] }) {
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
                picture={pictureOf(tile, hasFirstName)}
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
function addressOf({ slug, heading }: CategoryTile): string {
  const plural = heading.toLowerCase()
  return shelfAddress({ slug: isSameCategory(plural, slug) ? plural : slug })
}

function pictureOf({ slug, picture, hasSamplePicture }: CategoryTile, hasFirstName: boolean) {
  return picture ?? (hasSamplePicture && hasFirstName ? (samplePictures[slug] ?? null) : null)
}

/** Of the sample shop, by category. */
const samplePictures: Record<string, ShownPicture> = {
  cleanser: square('#d4af8f', [cleansers240avif, cleansers480avif], [cleansers240webp, cleansers480webp]),
  serum: square('#d89583', [serums240avif, serums480avif], [serums240webp, serums480webp]),
  moisturizer: square(
    '#a3a17d',
    [moisturizers240avif, moisturizers480avif],
    [moisturizers240webp, moisturizers480webp],
  ),
}

type Files = readonly [small: string, large: string]

function square(colour: string, avif: Files, webp: Files): ShownPicture {
  const sized = ([small, large]: Files) => [
    { url: small, width: 240 },
    { url: large, width: 480 },
  ]
  return { alt: '', src: webp[1], width: 480, height: 480, avif: sized(avif), webp: sized(webp), colour }
}
