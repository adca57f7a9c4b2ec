import { and, asc, gt, isNull } from 'drizzle-orm'
import type { ProductDetails } from '#contract/catalogue.ts'
import { csvStart, productsCsvHeader, productsCsvRow } from '#rules/csv.ts'
import { plainCedis } from '#rules/money.ts'
import { pictureAddress } from '#rules/picture-address.ts'
import type { Reads } from '#server/platform/database/read-replica.ts'
import { withPictures } from './product-rows.ts'
import { products } from './tables.ts'

const batchSize = 200

/** Batch by batch in the order of the numbers, so that any catalogue fits through. */
export async function* exportProducts(reads: Reads): AsyncGenerator<string> {
  yield csvStart + productsCsvHeader()
  for (let last = 0; ; ) {
    const batch = await reads.ask(async (db) => {
      const rows = await db
        .select()
        .from(products)
        .where(and(isNull(products.removedAt), gt(products.id, last)))
        .orderBy(asc(products.id))
        .limit(batchSize)
      return withPictures(db, rows)
    })
    if (batch.length > 0) yield batch.map(toRow).join('')
    if (batch.length < batchSize) return
    last = batch.at(-1)?.id ?? last
  }
}

function toRow(product: ProductDetails): string {
  return productsCsvRow({
    id: String(product.id),
    name: product.name,
    brands: product.brands,
    category: product.category,
    price: plainCedis(product.price),
    stock_quantity: String(product.stock),
    description: product.description,
    how_to_use: product.howToUse,
    benefits: product.benefits.join('\n'),
    ingredients: product.ingredients.join(', '),
    fda_number: product.fdaNumber ?? '',
    sku: product.sku ?? '',
    article: product.article ?? '',
    choice_label: product.choiceLabel ?? '',
    choice_colour: product.choiceColour ?? '',
    featured: product.isFeatured ? 'yes' : 'no',
    best_seller: product.isBestSeller ? 'yes' : 'no',
    hidden: product.isHidden ? 'yes' : 'no',
    images: product.pictures
      .map(({ id, widths }) => pictureAddress(id, Math.max(...widths), 'webp'))
      .join('\n'),
    exported_stock: String(product.stock),
    exported_version: product.updatedAt.toISOString(),
  })
}
