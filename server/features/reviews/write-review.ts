import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { Refusal } from '#contract/refusals.ts'
import type { OrderToReview, reviewForm } from '#contract/reviews.ts'
import { firstNameOf, type ReviewState, ratingChange } from '#rules/reviews.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { isSameSecret } from '#server/platform/hash.ts'
import type { Limit } from '#server/platform/rate-limit.ts'
import { countRating } from '../catalogue/product-rows.ts'
import { discardPictures, preparePictures, savePicture } from '../media/pictures.ts'
import { getTracked, requirePhone } from '../orders/customer-orders.ts'
import { lockOrder } from '../orders/find-order.ts'
import { readLines } from '../orders/list-orders.ts'
import type { OrderRow } from '../orders/tables.ts'
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

export type WrittenForm = z.output<typeof reviewForm>

/** One review for each product of a delivered order, by whoever can prove that the order is theirs. */
export async function writeReview(
  context: Context,
  address: string,
  { code, key, phone, productId, ...written }: WrittenForm,
  photos: readonly Buffer[],
): Promise<{ id: number; state: ReviewState }> {
  await take(context, 'reviewsFromAddress', address)
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

async function take(context: Context, name: keyof typeof limits, key: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await context.limits.take(name, key, limits[name])
  if (!allowed) throw new Refusal('too_many_requests', { retryAfterSeconds })
}
