import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { ProductCard, ProductDetails, ProductPage } from '../../../contract/catalogue.ts'
import type { PictureData } from '../../../contract/pictures.ts'
import { normaliseCategory } from '../../../rules/categories.ts'
import type { ProductSort } from '../../../rules/product-sorting.ts'
import type { Database } from '../../platform/database/database.ts'
import { findPictures } from '../media/find-pictures.ts'
import { searchFor } from './search.ts'
import { productPictures, products } from './tables.ts'

export type ProductFilter = {
  category?: string
  q?: string
  sort?: ProductSort
  page?: number
  limit?: number
}

type Row = typeof products.$inferSelect

const orders: Record<ProductSort, SQL[]> = {
  featured: [desc(products.isFeatured), desc(products.id)],
  'price-low': [asc(products.price), desc(products.id)],
  'price-high': [desc(products.price), desc(products.id)],
  newest: [desc(products.id)],
}

/** Beyond this nobody counts along; an exact number would cost more than the page itself. */
const countAtMost = 10_000

export async function listProducts(db: Database, filter: ProductFilter): Promise<ProductPage> {
  const { rows, ...page } = await findPage(db, filter)
  return { products: await toCards(db, rows), ...page }
}

export async function listProductDetails(
  db: Database,
  filter: ProductFilter,
): Promise<{ products: ProductDetails[]; total: number }> {
  const { rows, total } = await findPage(db, filter)
  return { products: await withPictures(db, rows), total }
}

async function findPage(db: Database, { category, q, sort = 'newest', page = 1, limit = 24 }: ProductFilter) {
  const search = q ? searchFor(q) : null
  const where = and(
    isNull(products.removedAt),
    category ? eq(products.category, normaliseCategory(category)) : undefined,
    search?.matches,
  )
  const order = search && sort === 'featured' ? [desc(search.closeness), ...orders.featured] : orders[sort]
  const rows = await db
    .select()
    .from(products)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset((page - 1) * limit)
  const total = await countRows(db, where, {
    isWhole: page === 1 && rows.length < limit,
    length: rows.length,
  })
  return { rows, total, page, pages: Math.max(1, Math.ceil(total / limit)) }
}

async function countRows(
  db: Database,
  where: SQL | undefined,
  seen: { isWhole: boolean; length: number },
): Promise<number> {
  if (seen.isWhole) return seen.length
  const some = db.select({ one: sql`1` }).from(products).where(where).limit(countAtMost).as('some')
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(some)
  return counted?.total ?? 0
}

export async function findProduct(db: Database, id: number): Promise<ProductDetails | null> {
  if (!Number.isInteger(id) || id < 1 || id > 2_147_483_647) return null
  const rows = await db
    .select()
    .from(products)
    .where(and(eq(products.id, id), isNull(products.removedAt)))
  const [product] = await withPictures(db, rows)
  return product ?? null
}

/** Four others from the same shelf, so that a page never ends in nothing. */
export async function listRelated(
  db: Database,
  product: { id: number; category: string },
): Promise<ProductCard[]> {
  const { products: sameShelf } = await listProducts(db, {
    category: product.category,
    sort: 'featured',
    limit: 5,
  })
  return sameShelf.filter(({ id }) => id !== product.id).slice(0, 4)
}

/** The categories that have a product, found by hopping along the index instead of reading every product. */
export async function listCategories(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ category: string }>(sql`
    with recursive shelf as (
      (select category from products where removed_at is null order by category limit 1)
      union all
      select (select p.category from products p where p.removed_at is null and p.category > shelf.category order by p.category limit 1)
      from shelf where shelf.category is not null
    )
    select category from shelf where category is not null`)
  return rows.map(({ category }) => category)
}

async function toCards(db: Database, rows: Row[]): Promise<ProductCard[]> {
  const detailed = await withPictures(db, rows)
  return detailed.map(({ id, name, category, price, stock, isFeatured, isBestSeller, picture }) => ({
    id,
    name,
    category,
    price,
    stock,
    isFeatured,
    isBestSeller,
    picture: picture && { ...picture, blur: null },
  }))
}

async function withPictures(db: Database, rows: Row[]): Promise<ProductDetails[]> {
  if (rows.length === 0) return []
  const links = await db
    .select()
    .from(productPictures)
    .where(
      inArray(
        productPictures.productId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(productPictures.productId, productPictures.position)
  const found = await findPictures(
    db,
    links.map((link) => link.pictureId),
  )
  return rows.map((row) => {
    const pictures = links
      .filter((link) => link.productId === row.id)
      .map((link) => found.get(link.pictureId))
      .filter((picture): picture is PictureData => picture !== undefined)
    return toDetails(row, pictures)
  })
}

function toDetails(row: Row, pictures: PictureData[]): ProductDetails {
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    price: row.price,
    stock: row.stock,
    isFeatured: row.isFeatured,
    isBestSeller: row.isBestSeller,
    picture: pictures[0] ?? null,
    description: row.description,
    brands: row.brands,
    howToUse: row.howToUse,
    benefits: row.benefits.split('\n').filter(Boolean),
    ingredients: row.ingredients
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
    fdaNumber: row.fdaNumber,
    pictures,
    createdAt: row.createdAt,
  }
}
