import type { ShownPicture } from '#app/components/shop-picture.tsx'
import type { CategoryTile } from '#contract/categories.ts'
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

/** A category that the home page leads to, with the picture that came with the pages while it has none of its own. */
export type ShownTile = Omit<CategoryTile, 'hasSamplePicture'> & { samplePicture?: ShownPicture | undefined }

/** For the loader alone: with the page's scripts, every visitor would pay for all addresses once more. */
export function withSamplePicture({ hasSamplePicture, ...tile }: CategoryTile): ShownTile {
  return { ...tile, samplePicture: hasSamplePicture ? samplePictures[tile.slug] : undefined }
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
