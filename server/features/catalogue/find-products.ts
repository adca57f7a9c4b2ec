import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { ProductCard, ProductDetails } from '#contract/catalogue.ts'
import { relatedShown } from '#rules/product-fields.ts'
import { asOneValue } from '#server/platform/database/as-one-value.ts'
import { preparedQuery } from '#server/platform/database/database.ts'
import { isShown } from './categories.ts'
import { hasArticles, isOfSameCategory, leadsArticle, toArticleCards } from './choices.ts'
import { describe, featuredFirst, inOrderOf, isOneOfThese, type Reading } from './list-products.ts'
import { type CardRow, cardColumns, toCard, toCardFacts, toDetails, wholeColumns } from './product-rows.ts'
import { putOnSale } from './sale-prices.ts'
import { withCompanions } from './sets.ts'
import { mayBeId } from './stock.ts'
import { products } from './tables.ts'

const isThis = and(eq(products.id, sql.placeholder('id')), isNull(products.removedAt))

const readProduct = preparedQuery('product', (db) => db.select(wholeColumns).from(products).where(isThis))

/** Among those that everyone may see. */
export async function findProduct(context: Reading, id: number): Promise<ProductDetails | null> {
  const product = await findAnyProduct(context, id)
  return product?.isHidden ? null : product
}

/** A hidden one too: for the back office. */
export async function findAnyProduct(context: Reading, id: number): Promise<ProductDetails | null> {
  if (!mayBeId(id)) return null
  const rows = await readProduct(context.db, { id })
  const [product] = await describe(context, rows.map(toDetails))
  return product ?? null
}

/** With what only its form needs. */
export async function findForForm(context: Reading, id: number): Promise<ProductDetails | null> {
  const product = await findAnyProduct(context, id)
  const [filled] = product ? await withCompanions(context.db, [product]) : []
  return filled ?? null
}

/**
 * The first of the same shelf before the first of the shop. The product itself may be among both; sizes and shades of one article,
 * too. The numbers are written out: for a limit that it does not know, PostgreSQL expects a tenth of the shop.
 */
function relatedCards({ onePerArticle }: { onePerArticle: boolean }) {
  const firstOf = (many: number, where?: SQL, among?: SQL) => {
    const leads = onePerArticle ? leadsArticle({ by: 'position', among }) : undefined
    return sql`(select id from ${products} where ${and(isShown, where, leads)} order by ${sql.join(featuredFirst, comma)} limit ${sql.raw(`${many}`)})`
  }
  const isOnShelf = eq(
    products.category,
    sql`(select category from products where id = ${sql.placeholder('id')})`,
  )
  const onShelf = firstOf(relatedShown + 1, isOnShelf, isOfSameCategory)
  const inShop = firstOf(2 * relatedShown + 1)
  const order = sql.join([desc(isOnShelf), ...featuredFirst], comma)
  const many = sql.raw(`${onePerArticle ? 3 * relatedShown + 2 : relatedShown + 1}`)
  const first = sql`select id from ${products} where id in (${onShelf} union all ${inShop}) order by ${order} limit ${many}`
  return asOneValue(cardColumns, { from: sql`from ${products} where ${products.id} in (${first})`, order })
}

const comma = sql`, `

const readWithRelated = preparedQuery('product-and-related', (db) =>
  db
    .select({ ...wholeColumns, related: relatedCards({ onePerArticle: false }) })
    .from(products)
    .where(isThis),
)
const readWithRelatedArticles = preparedQuery('product-and-related-articles', (db) =>
  db
    .select({ ...wholeColumns, related: relatedCards({ onePerArticle: true }) })
    .from(products)
    .where(isThis),
)

type WithRelated = { product: ProductDetails; related: ProductCard[] }

/** With four others: of the same shelf first, then what the shop features, so that a page never ends in nothing. */
export async function findWithRelated(context: Reading, id: number): Promise<WithRelated | null> {
  if (!mayBeId(id)) return null
  const read = (await hasArticles(context.db)) ? readWithRelatedArticles : readWithRelated
  const [row] = await read(context.db, { id })
  if (row === undefined || row.isHidden) return null
  const { related: cards, ...own } = row
  const [[product], related] = await Promise.all([
    describe(context, [toDetails(own)]),
    toRelated(context, id, cards),
  ])
  return product ? { product, related } : null
}

async function toRelated(context: Reading, id: number, rows: readonly CardRow[]): Promise<ProductCard[]> {
  const cards = await toArticleCards(context, rows)
  const isItself = (card: ProductCard) => card.id === id || card.choices?.some((choice) => choice.id === id)
  const others = new Map(cards.filter((card) => !isItself(card)).map((card) => [card.id, card]))
  return [...others.values()].slice(0, relatedShown)
}

const readShown = preparedQuery('shown-products', (db) =>
  db.select(cardColumns).from(products).where(and(isOneOfThese, isShown)),
)

/** In the order of the numbers; what is not on the shelves is left out. */
export async function listByIds(context: Reading, ids: readonly number[]): Promise<ProductCard[]> {
  const { db, clock } = context
  const rows = await readShown(db, { ids: ids.filter(mayBeId) })
  return inOrderOf(ids, (await putOnSale(db, clock(), rows.map(toCardFacts))).map(toCard))
}
