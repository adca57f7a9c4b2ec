import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { Refusal } from '#contract/refusals.ts'
import type { AdminReview, OrderToReview, Review, reviewForm } from '#contract/reviews.ts'
import { firstNameOf, type ReviewState, ratingChange } from '#rules/reviews.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
import { isSameSecret } from '#server/platform/hash.ts'
import type { Limit } from '#server/platform/rate-limit.ts'
import { takeOrRefuse } from '#server/platform/rate-limit.ts'
import type { PersonalRecords } from '../accounts/data-export-and-erasure.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { countRating } from '../catalogue/product-rows.ts'
import { products } from '../catalogue/tables.ts'
import { discardPictures, pictureColumns, preparePictures, savePicture } from '../media/pictures.ts'
import { pictures } from '../media/tables.ts'
import { getTracked, requirePhone } from '../orders/customer-orders.ts'
import { isOrderOf } from '../orders/data-export-and-erasure.ts'
import { lockOrder } from '../orders/find-order.ts'
import { readLines } from '../orders/order-parts.ts'
import { type OrderRow, orders } from '../orders/tables.ts'
import { readSettings } from '../settings/settings.ts'
import { reviewPictures, reviews } from './tables.ts'

const limits = {
  reviewsFromAddress: { limit: 30, windowSeconds: 3_600 },
} satisfies Record<string, Limit>

type Proof = { code: string; key: string; phone: string }

/** What the page shows of the order: no more than the tracking page does, and the town only to whoever has the key. */
export async function readOrderToReview(
  context: Context,
  address: string,
  { code, key }: Omit<Proof, 'phone'>,
): Promise<OrderToReview> {
  const order = await getTracked(context, address, code)
  const lines = (await readLines(context.db, [order.id])).get(order.id) ?? []
  const written = await context.db
    .select({ productId: reviews.productId, state: reviews.state })
    .from(reviews)
    .where(eq(reviews.orderId, order.id))
  const states = new Map(written.map(({ productId, state }) => [productId, state]))
  const hasKey = isKeyOf(order, key)
  return {
    trackingCode: order.trackingCode,
    isDelivered: order.status === 'Delivered',
    hasKey,
    firstName: firstNameOf(order.customerName),
    town: hasKey ? order.city : '',
    lines: lines.map(({ productId, name, picture }) => ({
      productId,
      name,
      picture,
      state: states.get(productId) ?? null,
    })),
  }
}

type WrittenForm = z.output<typeof reviewForm>

/** One review for each product of a delivered order, by whoever can prove that the order is theirs. */
export async function writeReview(
  context: Context,
  address: string,
  { code, key, phone, productId, ...written }: WrittenForm,
  photos: readonly Buffer[],
): Promise<{ id: number; state: ReviewState }> {
  await takeOrRefuse(context.limits, 'reviewsFromAddress', address, limits.reviewsFromAddress)
  const order = await getTracked(context, address, code)
  await requireProof(context, address, order, { key, phone })
  if (order.status !== 'Delivered') throw new Refusal('not_delivered')
  const lines = (await readLines(context.db, [order.id])).get(order.id) ?? []
  const line = lines.find((each) => each.productId === productId)
  if (line === undefined) throw new Refusal('product_not_found')
  const alt = `${line.name}, photographed by a customer`
  const pictures = await preparePictures(
    context,
    photos.map((bytes) => ({ bytes, alt })),
  )
  try {
    return await inTransaction(context.db, async (db) => {
      const { reviewsAtOnce } = await readSettings(db)
      const state = reviewsAtOnce ? 'shown' : 'waiting'
      const id = await insertReview(db, order, { ...written, productId, state, createdAt: context.clock() })
      for (const [position, picture] of pictures.entries()) {
        await savePicture(context, db, picture)
        await db.insert(reviewPictures).values({ reviewId: id, position, pictureId: picture.id })
      }
      await countRating(db, productId, ratingChange(null, state, written.rating))
      if (state === 'shown') await context.invalidation.publish(db, 'catalogue')
      return { id, state }
    })
  } catch (error) {
    await discardPictures(context, pictures)
    throw error
  }
}

type NewReview = Omit<typeof reviews.$inferInsert, 'id' | 'orderId' | 'answer'>

/** The order is locked: it can neither be given up nor forgotten meanwhile. */
async function insertReview(db: Database, { id: orderId }: OrderRow, review: NewReview): Promise<number> {
  const { status } = await lockOrder(db, orderId)
  if (status !== 'Delivered') throw new Refusal('not_delivered')
  const [added] = await db
    .insert(reviews)
    .values({ ...review, orderId })
    .onConflictDoNothing({ target: [reviews.orderId, reviews.productId] })
    .returning({ id: reviews.id })
  if (added === undefined) throw new Refusal('already_reviewed')
  return added.id
}

function isKeyOf({ reviewKey }: OrderRow, key: string): boolean {
  return reviewKey !== null && key !== '' && isSameSecret(key, reviewKey)
}

/** The link from our message, or the phone number of the order: a tracking code alone may be seen by many. */
async function requireProof(
  context: Context,
  address: string,
  order: OrderRow,
  { key, phone }: Omit<Proof, 'code'>,
): Promise<void> {
  if (isKeyOf(order, key)) return
  await requirePhone(context, address, order, phone)
}

type ReviewRow = typeof reviews.$inferSelect

type Page = { page: number; limit: number }

/** What everybody sees of a product, the newest first. How many there are, the product knows. */
export async function listShownReviews(
  db: Database,
  productId: number,
  { page, limit }: Page,
): Promise<Review[]> {
  const rows = await db
    .select()
    .from(reviews)
    .where(and(eq(reviews.productId, productId), eq(reviews.state, 'shown')))
    .orderBy(desc(reviews.id))
    .limit(limit)
    .offset((page - 1) * limit)
  return await withPhotos(db, rows.map(toShown))
}

function toShown({ id, rating, text, name, town, answer, createdAt }: ReviewRow) {
  return { id, rating, text, name, town, answer, createdAt }
}

async function withPhotos<Row extends { id: number }>(
  db: Database,
  rows: readonly Row[],
): Promise<(Row & Pick<Review, 'photos'>)[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const found = await db
    .select({ reviewId: reviewPictures.reviewId, picture: pictureColumns })
    .from(reviewPictures)
    .innerJoin(pictures, eq(pictures.id, reviewPictures.pictureId))
    .where(inArray(reviewPictures.reviewId, ids))
    .orderBy(reviewPictures.reviewId, reviewPictures.position)
  const byReview = Map.groupBy(found, ({ reviewId }) => reviewId)
  return rows.map((row) => ({
    ...row,
    photos: (byReview.get(row.id) ?? []).map(({ picture }) => ({ small: picture, large: picture })),
  }))
}

/** More would be a flood, of which the number no longer matters. */
const countAtMost = 10_000

/** The menu writes 999+ beyond. */
const toReadAtMost = 1_000

/** How many wait to be shown or hidden, as a value for a statement that asks for more. */
export const reviewsToRead = sql`(
  select count(*) from (select from ${reviews} where state = 'waiting' limit ${sql.raw(`${toReadAtMost}`)}) counted
)`.mapWith(Number)

export async function listAllReviews(
  db: Database,
  { show, page, limit }: Page & { show: 'all' | ReviewState },
): Promise<{ reviews: AdminReview[]; total: number }> {
  const where = show === 'all' ? undefined : eq(reviews.state, show)
  const found = await selectForStaff(db, where)
    .orderBy(desc(reviews.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const some = db.select({ one: sql`1` }).from(reviews).where(where).limit(countAtMost).as('some')
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(some)
  return { reviews: await withPhotos(db, found), total: counted?.total ?? 0 }
}

function selectForStaff(db: Database, where: SQL | undefined) {
  return db
    .select({ ...getTableColumns(reviews), productName: products.name })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(where)
}

type ReviewChange = { state?: 'shown' | 'hidden' | undefined; answer?: string | undefined }

/** Approves, hides or answers. Sums and pages follow in the same transaction. */
export async function changeReview(
  context: Context,
  viewer: Viewer,
  id: number,
  change: ReviewChange,
): Promise<AdminReview> {
  return await invalidating(context, ['catalogue'], async (db) => {
    const before = await lockReview(db, id)
    const after = {
      state: change.state ?? before.state,
      answer: change.answer === undefined ? before.answer : change.answer || null,
    }
    if (after.state !== before.state || after.answer !== before.answer) {
      await db.update(reviews).set(after).where(eq(reviews.id, id))
      await countRating(db, before.productId, ratingChange(before.state, after.state, before.rating))
      await recordChange(db, {
        at: context.clock(),
        actorId: viewer.id,
        thing: 'review',
        thingId: id,
        action: actionOf(before, after),
        before: { state: before.state, answer: before.answer ?? '' },
        after: { state: after.state, answer: after.answer ?? '' },
      })
    }
    const [changed] = await withPhotos(db, await selectForStaff(db, eq(reviews.id, id)))
    if (changed === undefined) throw new Refusal('not_found')
    return changed
  })
}

type Moderated = Pick<ReviewRow, 'state' | 'answer'>

function actionOf(before: Moderated, after: Moderated): string {
  if (before.state === after.state) return 'answered the review'
  return after.state === 'shown' ? 'showed the review' : 'hid the review'
}

async function lockReview(db: Database, id: number): Promise<ReviewRow> {
  const [review] = await db.select().from(reviews).where(eq(reviews.id, id)).for('update')
  if (review === undefined) throw new Refusal('not_found')
  return review
}

/** For good. Its photos go with the pictures that nothing shows any more. */
export async function removeReview(context: Context, viewer: Viewer, id: number): Promise<void> {
  await invalidating(context, ['catalogue'], async (db) => {
    const review = await lockReview(db, id)
    await forgetReviews(db, [review])
    // Without its words: what somebody wrote about themselves should not stay in another list.
    await recordChange(db, {
      at: context.clock(),
      actorId: viewer.id,
      thing: 'review',
      thingId: id,
      action: 'deleted the review',
      before: { rating: review.rating, state: review.state },
    })
  })
}

/** Products in the order of their numbers, so that two who do this never wait for each other. */
async function forgetReviews(db: Database, gone: readonly ReviewRow[]): Promise<void> {
  for (const { id } of gone.toSorted((a, b) => a.productId - b.productId)) {
    // As it was when it went: somebody may have hidden it, or taken it away, a moment before.
    const [review] = await db.delete(reviews).where(eq(reviews.id, id)).returning()
    if (review) await countRating(db, review.productId, ratingChange(review.state, null, review.rating))
  }
}

/** Published with a name, so they go with the person. */
export const reviewRecords: PersonalRecords = {
  name: 'reviews',
  shownOn: ['catalogue'],
  list: async (db, person) => {
    const { orderId, productId, rating, text, name, town, state, answer, createdAt } = reviews
    return await db
      .select({ orderId, productId, rating, text, name, town, state, answer, createdAt })
      .from(reviews)
      .where(isReviewOf(db, isOrderOf(person)))
      .orderBy(reviews.id)
  },
  forget: async (db, person) => {
    // Locked first: nobody can write another one for them until they are forgotten.
    await db.select({ id: orders.id }).from(orders).where(isOrderOf(person)).orderBy(orders.id).for('update')
    await forgetReviews(
      db,
      await db
        .select()
        .from(reviews)
        .where(isReviewOf(db, isOrderOf(person))),
    )
  },
}

function isReviewOf(db: Database, whose: SQL | undefined): SQL {
  return inArray(reviews.orderId, db.select({ id: orders.id }).from(orders).where(whose))
}

/** Of orders that never were, as those of the sample shop. */
export async function eraseReviews(db: Database, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return
  await forgetReviews(
    db,
    await db
      .select()
      .from(reviews)
      .where(inArray(reviews.orderId, [...orderIds])),
  )
}
