import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { CategoryTile } from '#contract/catalogue-forms.ts'
import type { PictureData } from '#contract/codecs.ts'
import { Refusal } from '#contract/refusals.ts'
import { normaliseCategory, shelfOf } from '#rules/categories.ts'
import { mostTiles } from '#rules/category-fields.ts'
import { type FocusPoint, middle } from '#rules/focus-point.ts'
import { categoryUnknown } from '#rules/product-fields.ts'
import type { Shelf } from '#rules/shelves.ts'
import type { Database } from '#server/platform/database/database.ts'
import { rememberedRead } from '#server/platform/database/invalidation.ts'
import { findPictures } from '../media/pictures.ts'
import { categories, products } from './tables.ts'

export type CategoryRow = typeof categories.$inferSelect

/** In the shop, for everyone to see. */
export const isShown = and(isNull(products.removedAt), eq(products.isHidden, false))

const hasProducts: SQL<boolean> = sql`exists (select from products p
  where p.category = categories.slug and p.removed_at is null and not p.hidden)`

const readCategories = rememberedRead('categories', ['categories', 'catalogue'], (db) =>
  db
    .select({ category: categories, hasProducts })
    .from(categories)
    .orderBy(asc(categories.position), asc(categories.id)),
)

type ShowsSamples = () => Promise<boolean>

/** What visitors are led to: neither a hidden category nor an empty shelf. Where samples stand in for products, they have shelves. */
async function listLinked(db: Database, showsSamples: ShowsSamples): Promise<CategoryRow[]> {
  const rows = await readCategories(db)
  const showsSampleProducts = !rows.some((row) => row.hasProducts) && (await showsSamples())
  return rows
    .filter(({ category, hasProducts }) => !category.isHidden && (hasProducts || showsSampleProducts))
    .map(({ category }) => category)
}

export async function listFooterShelves(db: Database, showsSamples: ShowsSamples): Promise<Shelf[]> {
  return (await listLinked(db, showsSamples)).filter(({ isInFooter }) => isInFooter).map(toShelf)
}

/** The shelves that the shop can be filtered by: those that have a product. Products of no known category have theirs too. */
export async function listShelves(db: Database): Promise<Shelf[]> {
  const [rows, inUse] = await Promise.all([readCategories(db), readSlugsInUse(db)])
  const known = new Set(rows.map(({ category }) => category.slug))
  const named = rows.filter(({ category, hasProducts }) => hasProducts && !category.isHidden)
  const others = inUse.filter(({ slug }) => !known.has(slug))
  return [...named.map(({ category }) => toShelf(category)), ...others.map(({ slug }) => shelfOf(slug))]
}

/** The categories that have a product, found by hopping along the index instead of reading every product. */
const readSlugsInUse = rememberedRead('slugs-in-use', ['catalogue'], (db) =>
  db.select({ slug: sql<string>`category` }).from(sql`(
    with recursive shelf as (
      (select category from products where removed_at is null and not hidden order by category limit 1)
      union all
      select (select p.category from products p where p.removed_at is null and not p.hidden and p.category > shelf.category
        order by p.category limit 1)
      from shelf where shelf.category is not null
    )
    select category from shelf where category is not null
  ) in_use`),
)

/** The pictures of the home page that lead to a shelf. */
export async function listTiles(db: Database, showsSamples: ShowsSamples): Promise<CategoryTile[]> {
  const rows = (await listLinked(db, showsSamples))
    .filter(({ homePlace }) => homePlace !== null)
    .sort((one, other) => (one.homePlace ?? 0) - (other.homePlace ?? 0))
    .slice(0, mostTiles)
  const pictures = await picturesOf(db, rows)
  return rows.map((row) => {
    const picture = pictureOf(row, pictures)
    return {
      ...toShelf(row),
      picture: picture && { ...picture, blur: null },
      focus: picture && focusOf(row),
      hasSamplePicture: picture === null && row.hasSamplePicture,
    }
  })
}

function picturesOf(db: Database, rows: readonly CategoryRow[]): Promise<Map<string, PictureData>> {
  return findPictures(
    db,
    rows.flatMap(({ pictureId }) => pictureId ?? []),
  )
}

function pictureOf({ pictureId }: CategoryRow, pictures: Map<string, PictureData>): PictureData | null {
  return pictureId === null ? null : (pictures.get(pictureId) ?? null)
}

function focusOf({ focusX: x, focusY: y }: CategoryRow): FocusPoint | null {
  return x === middle.x && y === middle.y ? null : { x, y }
}

function toShelf({ slug, name, heading }: CategoryRow): Shelf {
  return { slug, name, heading }
}

export type FoundShelf = Shelf & { isHidden: boolean }

/** Which category a link or a product means, also by a name that it had before; null for one that the shop has not. */
export async function findShelf(db: Database, text: string): Promise<FoundShelf | null> {
  const slug = normaliseCategory(text)
  const rows = (await readCategories(db)).map(({ category }) => category)
  // No two categories share a word, be it an old one: see `save-category.ts`.
  const row = rows.find((each) => each.slug === slug || each.oldSlugs.includes(slug))
  return row ? { ...toShelf(row), isHidden: row.isHidden } : null
}

/**
 * The slug for a product, which nobody can rename, merge or delete before the transaction ends. Taken before the product
 * itself is locked: whoever renames a category locks its row first and then its products.
 */
export async function lockCategory(db: Database, text: string): Promise<string> {
  const slug = normaliseCategory(text)
  // Asked twice: whoever waited for a merge to end finds the word with another category.
  const row = (await lockMeant(db, slug)) ?? (await lockMeant(db, slug))
  if (row === undefined) throw new Refusal('invalid_input', { fields: { category: categoryUnknown } })
  return row.slug
}

/** For a change of many products, which would otherwise lock a category after a product. */
export async function lockAllCategories(db: Database): Promise<void> {
  await db.select({ id: categories.id }).from(categories).orderBy(asc(categories.id)).for('key share')
}

async function lockMeant(db: Database, slug: string): Promise<{ slug: string } | undefined> {
  const isMeant = sql`(${categories.slug} = ${slug} or ${slug} = any(${categories.oldSlugs}))`
  const rows = db.select({ slug: categories.slug }).from(categories)
  return (await rows.where(isMeant).for('key share'))[0]
}

/** Counted no further: more than that is simply many. */
const countedTo = 1_000

const productCount: SQL<number> = sql`(select count(*)::int from (
  select from products p where p.category = categories.slug and p.removed_at is null limit ${countedTo}) counted)`

export type ListedCategory = CategoryRow & { picture: PictureData | null; alt: string; products: number }

/** All of them, for the back office. */
export async function listCategories(db: Database, only?: number): Promise<ListedCategory[]> {
  const rows = await db
    .select({ category: categories, products: productCount })
    .from(categories)
    .where(only === undefined ? undefined : eq(categories.id, only))
    .orderBy(asc(categories.position), asc(categories.id))
  const pictures = await picturesOf(
    db,
    rows.map(({ category }) => category),
  )
  return rows.map(({ category, products }) => {
    const picture = pictureOf(category, pictures)
    return { ...category, picture, alt: picture?.alt ?? '', products }
  })
}

export async function getCategory(db: Database, id: number): Promise<ListedCategory> {
  const [category] = await listCategories(db, id)
  if (category === undefined) throw new Refusal('category_not_found')
  return category
}
