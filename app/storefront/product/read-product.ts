import type { MetaDescriptor } from 'react-router'
import { findSample, listSamples } from '#app/components/sample-catalogue.ts'
import {
  largestAddress,
  productPath,
  type ShownDetails,
  type ShownProduct,
} from '#app/components/shown-product.tsx'
import type { Choice, ProductDetails } from '#contract/catalogue.ts'
import type { Review } from '#contract/reviews.ts'
import { isBuyable } from '#rules/cart.ts'
import { shelfOf } from '#rules/categories.ts'
import { isBarcode } from '#rules/choices.ts'
import { plainCedis } from '#rules/money.ts'
import { relatedShown } from '#rules/product-fields.ts'
import { reviewsOnAPage } from '#rules/reviews.ts'
import type { Shelf } from '#rules/shelves.ts'
import type { Shop } from '#server/shop.ts'

export type ProductOnPage = {
  product: ShownDetails
  /** Its category; hidden ones have a name, and no page. */
  shelf: FoundShelf
  /** What the owner chose, and what was bought with it. */
  goesWith: ShownProduct[]
  related: ShownProduct[]
  reviews: Review[]
  reviewPage: number
  /** All sizes or shades that there are of it; empty where there is no choice. */
  choices: Choice[]
}

type FoundShelf = Shelf & { isHidden: boolean }

/** Null for a number that no product has. */
export async function readProduct(shop: Shop, id: number, reviewPage = 1): Promise<ProductOnPage | null> {
  const sample = findSample(id)
  if (sample && !(await shop.opening.showsSamples())) return null
  if (sample) {
    const related = listSamples()
      .filter((other) => other.id !== id)
      .slice(0, relatedShown)
    const nothing = { goesWith: [], reviews: [], reviewPage: 1, choices: [] }
    return { product: sample, shelf: unnamed(sample), related, ...nothing }
  }
  const found = await shop.catalogue.findWithRelated(id)
  if (!found) return null
  const product = toShown(found.product)
  const page = { page: reviewPage, limit: reviewsOnAPage }
  const [shelf, reviews, choices] = await Promise.all([
    shop.categories.findShelf(product.category),
    product.reviewCount === 0 ? [] : shop.reviews.listShown(product.id, page),
    shop.catalogue.listChoices(product),
  ])
  const { goesWith, related } = found
  return { product, shelf: shelf ?? unnamed(product), goesWith, related, reviews, reviewPage, choices }
}

/** Without what only the office needs. */
function toShown(found: ProductDetails): ShownDetails {
  const { createdAt: _added, updatedAt: _changed, isHidden: _never, ...rest } = found
  const { formParts: _all, companions: _names, goesWith: _chosen, isWithBought: _bought, ...product } = rest
  return product
}

function unnamed({ category }: { category: string }): FoundShelf {
  return { ...shelfOf(category), isHidden: false }
}

/** The number in the address, or null for anything that cannot be one. */
export function readProductId(text: string): number | null {
  return /^-?\d{1,10}$/.test(text) ? Number(text) : null
}

/** Search engines know days only; on this one the price still holds. */
function lastDayBefore(end: Date): string {
  return new Date(end.getTime() - 1).toISOString().slice(0, 10)
}

/** The product and its price, as search engines read them. */
export function productOffer(
  publicUrl: string,
  { product, shelf }: Pick<ProductOnPage, 'product' | 'shelf'>,
): MetaDescriptor {
  return {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: product.name,
      description: product.description,
      sku: product.sku ?? String(product.id),
      ...(product.sku && isBarcode(product.sku) && { gtin: product.sku }),
      ...(product.article && {
        inProductGroupWithID: product.article,
        [product.choiceColour ? 'color' : 'size']: product.choiceLabel,
      }),
      category: shelf.name,
      brand: { '@type': 'Brand', name: product.brands },
      image: product.pictures.flatMap((picture) =>
        'src' in picture ? [] : [`${publicUrl}${largestAddress(picture)}`],
      ),
      ...(product.rating !== null && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: product.rating,
          reviewCount: product.reviewCount,
        },
      }),
      offers: {
        '@type': 'Offer',
        url: `${publicUrl}${productPath(product)}`,
        priceCurrency: 'GHS',
        price: plainCedis(product.price),
        ...(product.saleEndsAt && { priceValidUntil: lastDayBefore(product.saleEndsAt) }),
        availability: `https://schema.org/${isBuyable(product.stock) ? 'InStock' : 'OutOfStock'}`,
        itemCondition: 'https://schema.org/NewCondition',
      },
    },
  }
}
