import { and, asc, count, eq, gt, ilike, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Refusal } from '#contract/refusals.ts'
import { timeOfTap } from '#rules/offline-action-queue.ts'
import { finishedShownSince, type OrderStatus } from '#rules/order-status.ts'
import { may } from '#rules/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, findEarlier, inTransaction } from '#server/platform/database/database.ts'
import type { StoredFile } from '#server/platform/file-store.ts'
import { hashOf } from '#server/platform/hash.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { privatePhotoKey, storePrivatePhoto } from '../media/pictures.ts'
import type { NoteInput } from '../orders/change-status.ts'
import { getOrderRow, isDriversBusiness, lockOrder } from '../orders/find-order.ts'
import { type AdminOrder, newestFirst, type Page, readOrdersWithHistory } from '../orders/list-orders.ts'
import { escapeLike } from '../orders/order-search.ts'
import { type OrderRow, orders } from '../orders/tables.ts'
import { attemptKeyOf, listAttempts } from './attempts.ts'
import { lockOwnDelivery } from './collect-cash.ts'
import { deliveryAttempts, deliveryNotes, deliveryProofs } from './tables.ts'

const mostPhotos = 5
const removeJob = 'remove-proof'

type ProofRow = typeof deliveryProofs.$inferSelect

/** Must be called before the jobs start. */
export function defineProofJob(context: Context): void {
  context.jobs.define(removeJob, z.object({ photoId: z.string() }), ({ photoId }) =>
    context.files.delete(proofKey(photoId)),
  )
}

type ProofPhoto = {
  photo: Buffer
  takenAt?: Date | undefined
  /** The key of the attempt that it belongs to; without one it proves a delivery. */
  attemptKey?: string | undefined
}

/** The photo of a parcel at its door. Where it was taken, which the file itself may say, is not stored. */
export async function addProofPhoto(
  context: Context,
  viewer: Viewer,
  orderId: number,
  { photo, takenAt, attemptKey }: ProofPhoto,
  givenKey: string | null,
): Promise<ProofRow> {
  const requestKey = givenKey && hashOf('proof', viewer.id, givenKey)
  // Asked before the work with the picture, so that nobody makes the shop work for nothing.
  const earlier = await inTransaction(context.db, async (db) => {
    const found = await findTaken(db, requestKey)
    if (found === null) await lockShown(db, viewer, orderId, attemptKey)
    return found
  })
  if (earlier) return earlier
  const photoId = await storePrivatePhoto(context, 'proofs', photo)
  try {
    return await inTransaction(context.db, async (db) => {
      const repeated = await findTaken(db, requestKey)
      const { order, attemptId } = await lockShown(db, viewer, orderId, attemptKey)
      if (repeated) {
        await context.jobs.send(db, removeJob, { photoId })
        return repeated
      }
      const isPhotoHere = and(
        eq(deliveryProofs.orderId, orderId),
        eq(deliveryProofs.kind, 'photo'),
        attemptId === null ? isNull(deliveryProofs.attemptId) : eq(deliveryProofs.attemptId, attemptId),
      )
      if ((await db.$count(deliveryProofs, isPhotoHere)) >= mostPhotos) throw new Refusal('too_many_photos')
      const now = context.clock()
      const taken = timeOfTap(takenAt ?? null, { now, notBefore: order.createdAt })
      const proof = { orderId, attemptId, driverId: viewer.id, kind: 'photo' as const, photoId, requestKey }
      const [written] = await db
        .insert(deliveryProofs)
        .values({ ...proof, takenAt: taken, arrivedAt: now })
        .returning()
      if (written === undefined) throw new Error('The database did not return the proof')
      return written
    })
  } catch (error) {
    await context.files.delete(proofKey(photoId))
    throw error
  }
}

type Shown = { order: OrderRow; attemptId: number | null }

/** What the photo is about: a delivery of this driver, or an attempt, whoever has the order since. */
async function lockShown(
  db: Database,
  viewer: Viewer,
  orderId: number,
  attemptKey: string | undefined,
): Promise<Shown> {
  if (attemptKey === undefined) return { order: await lockOwnDelivery(db, viewer, orderId), attemptId: null }
  const requestKey = attemptKeyOf(viewer, attemptKey)
  const [attempt] = await db
    .select({ id: deliveryAttempts.id })
    .from(deliveryAttempts)
    .where(and(eq(deliveryAttempts.requestKey, requestKey), eq(deliveryAttempts.orderId, orderId)))
  if (attempt === undefined) throw new Refusal('order_not_found')
  return { order: await lockOrder(db, orderId), attemptId: attempt.id }
}

function findTaken(db: Database, key: string | null): Promise<ProofRow | null> {
  return findEarlier(db, {
    key,
    find: () =>
      db
        .select()
        .from(deliveryProofs)
        .where(eq(deliveryProofs.requestKey, key ?? '')),
  })
}

export async function readProofs(
  db: Database,
  orderIds: readonly number[],
): Promise<Map<number, ProofRow[]>> {
  const found = new Map<number, ProofRow[]>()
  if (orderIds.length === 0) return found
  const rows = await db
    .select()
    .from(deliveryProofs)
    .where(inArray(deliveryProofs.orderId, [...orderIds]))
    .orderBy(asc(deliveryProofs.id))
  for (const row of rows) found.set(row.orderId, [...(found.get(row.orderId) ?? []), row])
  return found
}

async function readProofPhoto({ files }: Context, { photoId }: ProofRow): Promise<StoredFile> {
  const file = photoId === null ? null : await files.get(proofKey(photoId))
  if (file === null) throw new Refusal('not_found')
  return file
}

/** The files go if, and only if, the caller's transaction holds. */
export async function removeProofs(
  { jobs }: Context,
  db: Database,
  orderIds: readonly number[],
): Promise<void> {
  if (orderIds.length === 0) return
  const gone = await db
    .delete(deliveryProofs)
    .where(inArray(deliveryProofs.orderId, [...orderIds]))
    .returning()
  for (const { photoId } of gone) if (photoId !== null) await jobs.send(db, removeJob, { photoId })
}

export function proofKey(photoId: string): string {
  return privatePhotoKey('proofs', photoId)
}

type FoundAttempt = Awaited<ReturnType<typeof listAttempts>>[number] & { photos: number[] }

type FoundDelivery = { note: string; proofs: ProofRow[]; attempts: FoundAttempt[] }

/** For admins, and for the driver who brings it, as long as it is in the driver's list. */
export async function findDelivery(
  { db, clock }: Context,
  viewer: Viewer,
  orderId: number,
): Promise<FoundDelivery> {
  if (!may(viewer, 'orders') && !viewer.isDriver) throw new Refusal('order_not_found')
  const isInList = and(eq(orders.driverId, viewer.id), isShownToDriver(clock()))
  await getOrderRow(db, orderId, may(viewer, 'orders') ? undefined : isInList)
  const notes = await readNotes(db, [orderId])
  const photos = (await readProofs(db, [orderId])).get(orderId) ?? []
  const attempts = await listAttempts(db, [orderId])
  return {
    note: notes.get(orderId) ?? '',
    proofs: photos.filter(({ attemptId }) => attemptId === null),
    attempts: attempts.map((attempt) => ({
      ...attempt,
      photos: photos.filter(({ attemptId }) => attemptId === attempt.id).map(({ id }) => id),
    })),
  }
}

export async function findProofPhoto(
  context: Context,
  viewer: Viewer,
  orderId: number,
  proofId: number,
): Promise<StoredFile> {
  await findDelivery(context, viewer, orderId)
  const proof = (await readProofs(context.db, [orderId])).get(orderId)?.find(({ id }) => id === proofId)
  if (proof === undefined) throw new Refusal('not_found')
  return await readProofPhoto(context, proof)
}

/** What the driver should know at the door. An empty note takes it away. */
export async function writeDeliveryNote(
  context: Context,
  viewer: Viewer,
  orderId: number,
  { note, expected }: NoteInput,
): Promise<void> {
  if (!may(viewer, 'orders')) throw new Refusal('not_allowed')
  await inTransaction(context.db, async (db) => {
    await lockOrder(db, orderId)
    const before = (await readNotes(db, [orderId])).get(orderId) ?? ''
    if (before === note) return
    if (expected !== undefined && expected !== before) {
      throw new Refusal('conflict', { details: { note: before } })
    }
    const now = context.clock()
    await db.delete(deliveryNotes).where(eq(deliveryNotes.orderId, orderId))
    if (note !== '') await db.insert(deliveryNotes).values({ orderId, note, updatedAt: now })
    await recordChange(db, {
      at: now,
      actorId: viewer.id,
      thing: 'order',
      thingId: orderId,
      action: 'changed the note for the driver',
      before: { deliveryNote: before },
      after: { deliveryNote: note },
    })
  })
}

export async function readNotes(db: Database, orderIds: readonly number[]): Promise<Map<number, string>> {
  if (orderIds.length === 0) return new Map()
  const found = await db
    .select()
    .from(deliveryNotes)
    .where(inArray(deliveryNotes.orderId, [...orderIds]))
  return new Map(found.map(({ orderId, note }) => [orderId, note]))
}

export type DriverFilter = { status?: OrderStatus | undefined; q?: string | undefined }

/** What is still to be done comes first: a phone that keeps only the first page keeps all of that. */
const openFirst = [sql`${orders.status} in ('Delivered', 'Cancelled')`, ...newestFirst]

/** Only what was given to this driver, and of what is finished only the last days. */
export async function listDriverOrders(
  db: Database,
  viewer: Viewer,
  { status, q }: DriverFilter,
  { page, limit }: Page,
  now: Date,
): Promise<{ orders: AdminOrder[]; total: number }> {
  const term = q && `%${escapeLike(q)}%`
  const matches =
    term &&
    or(ilike(orders.trackingCode, term), ilike(orders.customerName, term), ilike(orders.customerPhone, term))
  const where = and(
    givenTo(viewer),
    isShownToDriver(now),
    status && eq(orders.status, status),
    matches || undefined,
  )
  const ids = db
    .select({ id: orders.id })
    .from(orders)
    .where(where)
    .orderBy(...openFirst)
    .limit(limit)
    .offset((page - 1) * limit)
  // The PIN proves that the driver has met the customer, and the key that somebody bought: no driver must have them.
  const found = (await readOrdersWithHistory(db, inArray(orders.id, ids))).map((order) => ({
    ...order,
    deliveryPin: null,
    reviewKey: null,
  }))
  const sorted = [...found.filter(isOpen), ...found.filter((order) => !isOpen(order))]
  return { orders: sorted, total: await db.$count(orders, where) }
}

/**
 * What is finished leaves the driver after some days, and with it the customer's name, phone and address. So does what comes back:
 * that an old order moves again is no news about its delivery.
 */
function isShownToDriver(now: Date): SQL | undefined {
  return or(
    notInArray(orders.status, ['Delivered', 'Cancelled']),
    and(gt(orders.updatedAt, finishedShownSince(now.getTime())), isNull(orders.returnState)),
  )
}

function isOpen({ status }: { status: OrderStatus }): boolean {
  return status !== 'Delivered' && status !== 'Cancelled'
}

export type DriverCounts = Record<OrderStatus, number>

/** How many of the driver's orders there are in each status, since the first day. */
export async function countDriverOrders(db: Database, viewer: Viewer): Promise<DriverCounts> {
  const counted = await db
    .select({ status: orders.status, orders: count() })
    .from(orders)
    .where(givenTo(viewer))
    .groupBy(orders.status)
  const none: DriverCounts = { Pending: 0, Processing: 0, Shipped: 0, Delivered: 0, Cancelled: 0 }
  return Object.assign(none, Object.fromEntries(counted.map((each) => [each.status, each.orders])))
}

function givenTo(viewer: Viewer): SQL | undefined {
  if (!viewer.isDriver) throw new Refusal('not_a_driver')
  return and(eq(orders.driverId, viewer.id), isDriversBusiness)
}
