import { and, asc, type SQL, sql } from 'drizzle-orm'
import type { Choice, ProductCard, ProductDetails } from '#contract/catalogue.ts'
import { Refusal } from '#contract/refusals.ts'
import {
  choiceKind,
  choiceLabelRequired,
  lowestPrice,
  mostChoices,
  nameWithLabel,
  shownFirst,
} from '#rules/choices.ts'
import type { PriceOf } from '#rules/sale-price.ts'
import { pictureAddress } from '#rules/web-address.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { rememberedRead } from '#server/platform/database/invalidation.ts'
import { isShown } from './categories.ts'
import {
  type CardFacts,
  type CardRow,
  cardColumns,
  priceOf,
  toCard,
  toCardFacts,
  withoutPrice,
} from './product-rows.ts'
import { putOnSale } from './sale-prices.ts'
import { products } from './tables.ts'

/*
 * Products that name the same article are its sizes or shades. Nothing else is stored about an article: which of them stands
 * for all is found when a list is read, so that no sale and no change has to keep anything in step.
 */

/** What customers pay depends on the moment. */
type Reading = Pick<Context, 'db' | 'clock'>

type Leading = {
  /** By the owner's order, or by the price. */
  by: 'position' | 'price'
  /** Only they count, such as those of the same category or those that a search has found. */
  among?: SQL | undefined
}

/** One product per article: the first of those that everyone may see. In `among` the others are called `other`. */
export function leadsArticle({ by, among }: Leading): SQL {
  const place = (table: SQL) =>
    by === 'price'
      ? sql`(${table}.price, ${table}.choice_position, ${table}.id)`
      : sql`(${table}.choice_position, ${table}.id)`
  return sql`(${products.article} is null or not exists (
    select from products other
    where other.article is not null and lower(other.article) = lower(${products.article})
      and other.removed_at is null and not other.hidden
      and ${place(sql`other`)} < ${place(sql`products`)}
      ${among ? sql`and ${among}` : sql``}))`
}

export const isOfSameCategory = sql`other.category = ${products.category}`

const readSomeArticle = rememberedRead('some-article', ['catalogue'], (db) =>
  db
    .select({ id: products.id })
    .from(products)
    .where(sql`${products.article} is not null and ${products.removedAt} is null`)
    .limit(1),
)

/** Most shops have none; then their products are counted already. */
export async function hasArticles(db: Database): Promise<boolean> {
  return (await readSomeArticle(db)).length > 0
}

export function isOfArticle(article: string): SQL {
  return sql`(${products.article} is not null and lower(${products.article}) = lower(${article}))`
}

export const inChoiceOrder = [asc(products.choicePosition), asc(products.id)]

/** What everyone may choose from, the product itself among them; empty where there is no choice. */
export async function listChoices(
  { db, clock }: Reading,
  { article }: Pick<ProductDetails, 'article'>,
): Promise<Choice[]> {
  if (!article) return []
  const rows = await db
    .select(cardColumns)
    .from(products)
    .where(and(isShown, isOfArticle(article)))
    .orderBy(...inChoiceOrder)
    .limit(mostChoices)
  if (rows.length < 2) return []
  return (await putOnSale(db, clock(), rows.map(toCardFacts))).map(toChoice)
}

function toChoice({ id, name, choiceLabel, choiceColour, price, stock, picture }: CardFacts): Choice {
  return {
    id,
    name,
    label: choiceLabel ?? name,
    ...(choiceColour && { colour: choiceColour }),
    price,
    stock,
    ...(picture && { image: pictureAddress(picture.id, Math.min(...picture.widths), 'webp') }),
  }
}

/** Each the card of its product, also where it is one of an article. */
export async function toCards({ db, clock }: Reading, rows: readonly CardRow[]): Promise<ProductCard[]> {
  return (await putOnSale(db, clock(), rows.map(toCardFacts))).map(toCard)
}

/** The rows that stand for an article become cards of all its choices; every other row stays the card of its product. */
export async function toArticleCards(
  { db, clock }: Reading,
  rows: readonly CardRow[],
): Promise<ProductCard[]> {
  const articles = [...new Set(rows.flatMap(({ article }) => article ?? []))]
  const others = articles.length > 0 ? await readChoices(db, articles) : []
  const known = new Set(rows.map(({ id }) => id))
  const all = [...rows, ...others.filter(({ id }) => !known.has(id))]
  const detailed = await putOnSale(db, clock(), all.map(toCardFacts))
  const byId = new Map(detailed.map((product) => [product.id, product]))
  const keys = new Map(others.map(({ id, key }) => [id, key]))
  const groups = Map.groupBy(others, ({ key }) => key)
  return rows.flatMap((row) => {
    const group = groups.get(keys.get(row.id) ?? '') ?? []
    const choices = group.flatMap(({ id }) => byId.get(id) ?? [])
    const product = byId.get(row.id)
    if (choices.length > 1) return articleCard(choices) ?? []
    return product ? toCard(product) : []
  })
}

function articleCard(products: readonly (CardFacts & PriceOf)[]): ProductCard | null {
  const choices = products.map(toChoice)
  const first = shownFirst(choices)
  const product = products.find(({ id }) => id === first?.id)
  const [leading] = products
  if (product === undefined || leading === undefined) return null
  const lowest = lowestPrice(choices)
  const cheapest = products.find(({ price }) => price === lowest) ?? product
  return {
    ...withoutPrice(product),
    ...priceOf(cheapest),
    name: leading.article ?? product.name,
    isFeatured: leading.isFeatured,
    isBestSeller: products.some(({ isBestSeller }) => isBestSeller),
    choices,
    choiceNote: `${choices.length} ${choiceKind(choices).toLowerCase()}s`,
    isFrom: lowest !== null,
  }
}

type ReadChoice = CardRow & { key: string }

/** The choices of many articles in one question, of each no more than a page would show. */
async function readChoices(db: Database, articles: readonly string[]): Promise<ReadChoice[]> {
  const key = sql<string>`lower(${products.article})`
  const ranked = db
    .select({
      ...cardColumns,
      key: key.as('key'),
      place: sql<number>`row_number() over (partition by lower(${products.article})
        order by ${products.choicePosition}, ${products.id})`.as('place'),
    })
    .from(products)
    .where(
      and(
        isShown,
        sql`${products.article} is not null`,
        sql`${key} = any(array(select lower(each) from unnest(${sql.param(articles)}::text[]) each))`,
      ),
    )
    .as('ranked')
  const rows = await db
    .select()
    .from(ranked)
    .where(sql`${ranked.place} <= ${mostChoices}`)
    .orderBy(ranked.key, ranked.place)
  return rows.map(({ place: _, ...row }) => row)
}

type ChoiceFacts = { name: string; article: string | null; choiceLabel: string | null }

/** Before a product is written: what it must say as one of several, and its place after the others. */
export async function settleChoice<Facts extends Partial<ChoiceFacts>>(
  db: Database,
  before: ChoiceFacts | null,
  facts: Facts,
): Promise<Facts & { choicePosition?: number }> {
  const { name, article, choiceLabel }: Partial<ChoiceFacts> = { ...before, ...definedOf(facts) }
  if (!article) return facts
  if (!choiceLabel) throw new Refusal('invalid_input', { fields: { choice_label: choiceLabelRequired } })
  const named = { ...facts, name: nameWithLabel(name ?? '', choiceLabel) }
  const isJoining = before?.article?.toLowerCase() !== article.toLowerCase()
  return isJoining ? { ...named, choicePosition: await nextPosition(db, article) } : named
}

function definedOf<Facts extends Partial<ChoiceFacts>>({ name, article, choiceLabel }: Facts) {
  const given = { name, article, choiceLabel }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

async function nextPosition(db: Database, article: string): Promise<number> {
  const [found] = await db
    .select({
      count: sql`count(*)`.mapWith(Number),
      last: sql`coalesce(max(${products.choicePosition}), 0)`.mapWith(Number),
    })
    .from(products)
    .where(and(sql`${products.removedAt} is null`, isOfArticle(article)))
  const { count, last } = found ?? { count: 0, last: 0 }
  if (count >= mostChoices)
    throw new Refusal('invalid_input', { fields: { article: `It has ${mostChoices} choices already.` } })
  return last + 1
}
