import { and, desc, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { ProductCard, ProductDetails } from '#contract/catalogue.ts'
import { relatedShown, shownGoesWith } from '#rules/product-fields.ts'
import type { Context } from '#server/platform/context.ts'
import { asOneValue } from '#server/platform/database/as-one-value.ts'
import { inTransaction, preparedQuery, written } from '#server/platform/database/database.ts'
import { isShown } from './categories.ts'
import { hasArticles, isOfSameCategory, leadsArticle, toArticleCards, toCards } from './choices.ts'
import { describe } from './list-products.ts'
import { cardColumns, toDetails, wholeColumns } from './product-rows.ts'
import { featuredFirst, isOneOfThese, type Reading } from './read-product-rows.ts'
import { mayBeId } from './stock.ts'
import { boughtTogether, products } from './tables.ts'

/** The product itself and what goes with it may be among them. */
const mostRead = relatedShown + shownGoesWith + 1

/** The first of the same shelf before the first of the shop. Sizes and shades of one article may be among both. */
function relatedCards({ onePerArticle }: { onePerArticle: boolean }) {
  const firstOf = (where?: SQL, among?: SQL) => {
    const leads = onePerArticle ? leadsArticle({ by: 'position', among }) : undefined
    return sql`(select id from ${products} where ${and(isShown, where, leads)} order by ${sql.join(featuredFirst, comma)} limit ${written(mostRead)})`
  }
  const isOnShelf = eq(
    products.category,
    sql`(select category from products where id = ${sql.placeholder('id')})`,
  )
  const onShelf = firstOf(isOnShelf, isOfSameCategory)
  const inShop = firstOf()
  const order = sql.join([desc(isOnShelf), ...featuredFirst], comma)
  const many = written(onePerArticle ? 2 * mostRead : mostRead)
  const first = sql`select id from ${products} where id in (${onShelf} union all ${inShop}) order by ${order} limit ${many}`
  return asOneValue(cardColumns, { from: sql`from ${products} where ${products.id} in (${first})`, order })
}

const comma = sql`, `

/** As `counted` finds it: rows of a product, another one, and in how many orders. Only what differs is written, and only then pages are made anew. */
export async function writeBoughtTogether(
  { db, invalidation }: Pick<Context, 'db' | 'invalidation'>,
  counted: SQL,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rowCount } = await tx.execute(sql`
      with counted as (${counted}), gone as (
        delete from ${boughtTogether} as old where not exists (select from counted
          where counted.product_id = old.product_id and counted.other_id = old.other_id)
        returning 1
      ), written as (
        insert into ${boughtTogether} as old (product_id, other_id, orders) select * from counted
        on conflict (product_id, other_id) do update set orders = excluded.orders where old.orders <> excluded.orders
        returning 1
      )
      select 1 from gone union all select 1 from written limit 1`)
    if (rowCount) await invalidation.publish(tx, 'catalogue')
  })
}

/** The numbers of what was bought with it, the most frequent first. With the table's name, as in `stockNow`. */
const bought = sql<number[]>`array(
  select other_id from ${boughtTogether} where product_id = products.id order by orders desc, other_id desc)`

function readingBeside(name: string, articles: { onePerArticle: boolean }) {
  const columns = { ...wholeColumns, bought, related: relatedCards(articles) }
  const isThis = and(eq(products.id, sql.placeholder('id')), isNull(products.removedAt))
  return preparedQuery(name, (db) => db.select(columns).from(products).where(isThis))
}

const readWithRelated = readingBeside('product-and-related', { onePerArticle: false })
const readWithRelatedArticles = readingBeside('product-and-related-articles', { onePerArticle: true })

type WithRelated = { product: ProductDetails; goesWith: ProductCard[]; related: ProductCard[] }

/**
 * With what goes with it, empty where nothing is known, and four others: of the same shelf first, then what the shop features, so
 * that a page never ends in nothing.
 */
export async function findWithRelated(context: Reading, id: number): Promise<WithRelated | null> {
  if (!mayBeId(id)) return null
  const read = (await hasArticles(context.db)) ? readWithRelatedArticles : readWithRelated
  const [row] = await read(context.db, { id })
  if (row === undefined || row.isHidden) return null
  const { bought, related: cards, ...own } = row
  const [[product], goesWith, found] = await Promise.all([
    describe(context, [toDetails(own)]),
    listGoesWith(context, own, own.isWithBought ? bought : []),
    toArticleCards(context, cards),
  ])
  return product ? { product, goesWith, related: listOthers(found, [product, ...goesWith]) } : null
}

/** None that the page shows already, in whatever size or shade. */
function listOthers(cards: readonly ProductCard[], shown: readonly { id: number }[]): ProductCard[] {
  const isShownAlready = (card: ProductCard) =>
    [card, ...(card.choices ?? [])].some((each) => shown.some(({ id }) => id === each.id))
  const others = new Map(cards.filter((card) => !isShownAlready(card)).map((card) => [card.id, card]))
  return [...others.values()].slice(0, relatedShown)
}

const place = sql`array_position(${sql.placeholder('ids')}::int[], ${products.id})`

/** What the owner chose comes first, whatever it is. Of what was bought, another size of the same article does not go with it. */
const readGoesWith = preparedQuery('goes-with', (db) => {
  const isChosen = sql`${place} <= ${sql.placeholder('chosen')}::int`
  const isOfAnotherArticle = sql`lower(${products.article}) is distinct from lower(${sql.placeholder('article')}::text)`
  const hasNoArticle = sql`${sql.placeholder('article')}::text is null`
  const isOther = ne(products.id, sql.placeholder('id'))
  return db
    .select(cardColumns)
    .from(products)
    .where(and(isOneOfThese, isShown, isOther, or(isChosen, hasNoArticle, isOfAnotherArticle)))
    .orderBy(place)
    .limit(shownGoesWith)
})

type Companied = { id: number; article: string | null; goesWith: readonly number[] }

async function listGoesWith(
  context: Reading,
  { id, article, goesWith }: Companied,
  bought: readonly number[],
): Promise<ProductCard[]> {
  const ids = [...goesWith, ...bought]
  if (ids.length === 0) return []
  const rows = await readGoesWith(context.db, { id, article, ids, chosen: goesWith.length })
  return toCards(context, rows)
}
