import { and, asc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { normaliseCategory } from '#rules/categories.ts'
import { checkCategory, mostCategories } from '#rules/category-fields.ts'
import { middle } from '#rules/focus-point.ts'
import { hasMistakes } from '#rules/form-mistakes.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
import { nextVersion, refuseIfChanged } from '../accounts/optimistic-lock.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { describePicture, discardPictures, preparePictures, savePicture } from '../media/pictures.ts'
import { type CategoryRow, getCategory, type ListedCategory } from './categories.ts'
import { categories, products } from './tables.ts'

/** What is left out stays as it is. */
export type CategoryInput = {
  name?: string | undefined
  heading?: string | undefined
  /** What the picture shows. */
  alt?: string | undefined
  focusX?: number | undefined
  focusY?: number | undefined
  isHidden?: boolean | undefined
  isInFooter?: boolean | undefined
  homePlace?: number | null | undefined
  photo?: Buffer | undefined
  removesPicture?: boolean | undefined
  expected?: Date | undefined
}

const topics = ['categories', 'catalogue'] as const

/** One change at a time: names, places and old links are told apart over all categories. */
export function changing<T>(context: Context, work: (db: Database) => Promise<T>): Promise<T> {
  return invalidating(context, topics, async (db) => {
    await lockCategories(db)
    return work(db)
  })
}

export async function lockCategories(db: Database): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('categories'))`)
}

/** A new one is the last in the list. */
export async function addCategory(
  context: Context,
  viewer: Viewer,
  input: CategoryInput,
): Promise<ListedCategory> {
  refuseMistakes(input, input.photo !== undefined)
  return withPhoto(context, input, async (db, pictureId) => {
    const id = await insertCategory(context, db, viewer.id, { ...input, name: input.name ?? '', pictureId })
    if (input.homePlace) await placeOnHome(db, id, input.homePlace)
    return getCategory(db, id)
  })
}

type NewCategory = CategoryInput & { name: string; pictureId: string | null }

/** In a transaction that holds `lockCategories`. */
export async function insertCategory(
  { clock }: Context,
  db: Database,
  actorId: string,
  { name, heading, pictureId, focusX, focusY, isHidden = false, isInFooter = true }: NewCategory,
): Promise<number> {
  const slug = await claimSlug(db, name, null)
  const [{ count, last } = { count: 0, last: 0 }] = await db
    .select({
      count: sql<number>`count(*)::int`,
      last: sql<number>`coalesce(max(${categories.position}), 0)`,
    })
    .from(categories)
  if (count >= mostCategories)
    refuseName(`A shop has at most ${mostCategories} categories. Merge or delete one first.`)
  const at = clock()
  const row = { slug, name, heading: heading || name, pictureId, isHidden, isInFooter, position: last + 1 }
  const [added] = await db
    .insert(categories)
    .values({ ...row, ...focusOf({ focusX, focusY }), createdAt: at, updatedAt: at })
    .returning()
  if (added === undefined) throw new Error('The database did not say which category it added')
  await recordChange(db, {
    at,
    actorId,
    thing: 'category',
    thingId: added.id,
    action: 'added the category',
    after: toRecord(added),
  })
  return added.id
}

/** With a new name its products go along, and links with the old one lead to the new one. */
export async function editCategory(
  context: Context,
  viewer: Viewer,
  id: number,
  input: CategoryInput,
): Promise<ListedCategory> {
  const seen = await getCategory(context.db, id)
  const hasPicture = input.photo !== undefined || (seen.picture !== null && !input.removesPicture)
  refuseMistakes({ ...input, name: input.name ?? seen.name, alt: input.alt ?? seen.alt }, hasPicture)
  await refuseChanged(context.db, seen, input.expected)
  return withPhoto(context, input, async (db, newPictureId) => {
    const before = await lockRow(db, id)
    await refuseChanged(db, before, input.expected)
    const { name = before.name, heading, isHidden, isInFooter, alt } = input
    const slug = await claimSlug(db, name, before)
    const pictureId = newPictureId ?? (input.removesPicture ? null : before.pictureId)
    await db
      .update(categories)
      .set({
        slug,
        name,
        heading: heading === undefined ? before.heading : heading || name,
        oldSlugs: withOld(before, slug),
        pictureId,
        ...focusOf(input, newPictureId === null && !input.removesPicture ? before : undefined),
        hasSamplePicture: before.hasSamplePicture && newPictureId === null && !input.removesPicture,
        ...(isHidden !== undefined && { isHidden }),
        ...(isInFooter !== undefined && { isInFooter }),
      })
      .where(eq(categories.id, id))
    if (slug !== before.slug) await moveProducts(db, before.slug, slug)
    if (input.homePlace !== undefined) await placeOnHome(db, id, input.homePlace)
    if (alt !== undefined && pictureId !== null) await describePicture(db, pictureId, alt)
    await recordEdit(context, db, viewer, before)
    return getCategory(db, id)
  })
}

type Focus = Pick<CategoryRow, 'focusX' | 'focusY'>

/** Another picture starts in its middle. */
function focusOf(
  { focusX, focusY }: Pick<CategoryInput, 'focusX' | 'focusY'>,
  before: Focus = { focusX: middle.x, focusY: middle.y },
): Focus {
  return { focusX: focusX ?? before.focusX, focusY: focusY ?? before.focusY }
}

function withOld({ slug: old, oldSlugs }: CategoryRow, slug: string): string[] {
  return [...new Set([...oldSlugs, old])].filter((each) => each !== slug)
}

async function recordEdit(
  { clock }: Context,
  db: Database,
  viewer: Viewer,
  before: CategoryRow,
): Promise<void> {
  const at = clock()
  const [after] = await db
    .update(categories)
    .set({ updatedAt: nextVersion(at, before.updatedAt) })
    .where(eq(categories.id, before.id))
    .returning()
  await recordChange(db, {
    at,
    actorId: viewer.id,
    thing: 'category',
    thingId: before.id,
    action: 'changed the category',
    before: toRecord(before),
    after: after && toRecord(after),
  })
}

/** Nobody sorts what they have not seen: the list on the screen must be the list of the shop. */
export async function sortCategories(
  context: Context,
  viewer: Viewer,
  { ids, seen }: { ids: readonly number[]; seen: readonly number[] },
): Promise<void> {
  await changing(context, async (db) => {
    const rows = await db.select().from(categories).orderBy(asc(categories.position), asc(categories.id))
    const stored = rows.map(({ id }) => id)
    const isComplete = ids.length === stored.length && stored.every((id) => ids.includes(id))
    if (!isComplete || stored.join() !== seen.join())
      throw new Refusal('conflict', { text: 'Somebody changed the list meanwhile. Please look again.' })
    if (stored.join() === ids.join()) return
    for (const [place, id] of ids.entries())
      await db
        .update(categories)
        .set({ position: place + 1 })
        .where(eq(categories.id, id))
    const names = (order: readonly number[]) =>
      order.map((id) => rows.find((row) => row.id === id)?.name).join(', ')
    await recordChange(db, {
      at: context.clock(),
      actorId: viewer.id,
      thing: 'category',
      thingId: 'order',
      action: 'sorted the categories',
      before: { order: names(stored) },
      after: { order: names(ids) },
    })
  })
}

/** The pictures that came with the pages show the samples' own labels; with the samples they come and go. */
export async function setSamplePictures(db: Database, isShown: boolean): Promise<void> {
  const isFirst = sql`${categories.slug} in ('cleanser', 'serum', 'moisturizer')`
  await db
    .update(categories)
    .set({ hasSamplePicture: isShown })
    .where(and(isFirst, isNull(categories.pictureId)))
}

export function toRecord(row: CategoryRow): Record<string, unknown> {
  return {
    name: row.name,
    heading: row.heading,
    hidden: row.isHidden,
    in_footer: row.isInFooter,
    home_place: row.homePlace,
    picture: row.pictureId,
    focus: `${row.focusX} % / ${row.focusY} %`,
  }
}

export async function lockRow(db: Database, id: number): Promise<CategoryRow> {
  const [row] = await db.select().from(categories).where(eq(categories.id, id)).for('update')
  if (row === undefined) throw new Refusal('category_not_found')
  return row
}

export function refuseChanged(
  db: Database,
  { id, updatedAt }: Pick<CategoryRow, 'id' | 'updatedAt'>,
  expected: Date | undefined,
): Promise<void> {
  return refuseIfChanged(db, { thing: 'category', thingId: id, expected, current: updatedAt })
}

function refuseMistakes({ name = '', heading = '', alt = '' }: CategoryInput, hasPicture: boolean): void {
  const fields = checkCategory({ name, heading, alt }, hasPicture)
  if (hasMistakes(fields)) throw new Refusal('invalid_input', { fields })
}

function refuseName(mistake: string): never {
  throw new Refusal('invalid_input', { fields: { name: mistake } })
}

/** A word that another category had before is free: a live name wins over an old link. */
async function claimSlug(db: Database, name: string, own: CategoryRow | null): Promise<string> {
  const slug = normaliseCategory(name)
  const others = own ? ne(categories.id, own.id) : undefined
  const [taken] = await db
    .select({ name: categories.name })
    .from(categories)
    .where(and(eq(categories.slug, slug), others))
  if (taken) refuseName(`There is a category ${taken.name} already.`)
  const isOld: SQL = sql`${slug} = any(${categories.oldSlugs})`
  await db
    .update(categories)
    .set({ oldSlugs: sql`array_remove(${categories.oldSlugs}, ${slug})` })
    .where(and(isOld, others))
  return slug
}

/** In the order of their numbers, as everybody who locks products does. */
export async function moveProducts(db: Database, from: string, to: string): Promise<void> {
  const isThere = eq(products.category, from)
  await db.select({ id: products.id }).from(products).where(isThere).orderBy(products.id).for('no key update')
  await db.update(products).set({ category: to }).where(isThere)
}

/** The others make room, and close the gap. */
async function placeOnHome(db: Database, id: number, place: number | null): Promise<void> {
  const rows = await db
    .select({ id: categories.id })
    .from(categories)
    .where(and(sql`${categories.homePlace} is not null`, ne(categories.id, id)))
    .orderBy(asc(categories.homePlace), asc(categories.id))
  const others = rows.map((row) => row.id)
  const order = place === null ? others : others.toSpliced(place - 1, 0, id)
  await db.update(categories).set({ homePlace: null }).where(eq(categories.id, id))
  for (const [index, each] of order.entries())
    await db
      .update(categories)
      .set({ homePlace: index + 1 })
      .where(eq(categories.id, each))
}

/** The file of the photo stays if, and only if, the change holds. */
async function withPhoto<T>(
  context: Context,
  { photo, alt = '' }: CategoryInput,
  write: (db: Database, pictureId: string | null) => Promise<T>,
): Promise<T> {
  const prepared = await preparePictures(context, photo ? [{ bytes: photo, alt }] : [])
  try {
    return await changing(context, async (db) => {
      for (const picture of prepared) await savePicture(context, db, picture)
      return await write(db, prepared[0]?.id ?? null)
    })
  } catch (error) {
    await discardPictures(context, prepared)
    throw error
  }
}
