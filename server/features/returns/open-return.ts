import { eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { Refusal } from '#contract/refusals.ts'
import type { OpenReturn } from '#contract/returns.ts'
import {
  type AskedLine,
  isOpenReturn,
  returnableOf,
  returnInWords,
  returnLabel,
  returnMistake,
  returnStateOf,
} from '#rules/returns.ts'
import { may } from '#rules/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, findEarlier, inTransaction } from '#server/platform/database/database.ts'
import type { StoredFile } from '#server/platform/file-store.ts'
import { hashOf } from '#server/platform/hash.ts'
import { nextVersion } from '../accounts/optimistic-lock.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { privatePhotoKey, storePrivatePhoto } from '../media/pictures.ts'
import { lockOrder, refuseIfChanged } from '../orders/find-order.ts'
import type { OrderRow } from '../orders/tables.ts'
import { noteReturn } from '../orders/write-order.ts'
import { type FoundReturn, getReturn, listReturns, listSold } from './find-returns.ts'
import { orderReturnLines, orderReturns, type ReturnRow } from './tables.ts'

/** The staff writes down what a customer wants to give back. Says which return it is. */
export async function openReturn(
  context: Context,
  viewer: Viewer,
  orderId: number,
  input: OpenReturn,
  givenKey: string | null,
): Promise<number> {
  if (!may(viewer, 'orders')) throw new Refusal('not_allowed')
  const requestKey = givenKey && hashOf('return', viewer.id, givenKey)
  return await inTransaction(context.db, async (db) => {
    const earlier = await findEarlier(db, {
      key: requestKey,
      find: () => findByKey(db, requestKey ?? ''),
      compare: (sent) => refuseIfOther(sent, orderId, input),
    })
    if (earlier) return earlier.id
    const order = await lockOrder(db, orderId)
    refuseIfChanged(order, input.expected)
    if (order.status !== 'Delivered') {
      throw new Refusal('not_delivered', { text: 'Only what was delivered can come back.' })
    }
    const others = await listReturns(db, [orderId])
    const names = await agreeOnLines(db, order, input, others)
    const { id, updatedAt: at } = await writeReturn(context, db, viewer, order, input, names, requestKey)
    const lines = named(input.lines, names)
    await noteReturn(context, db, order, {
      returnState: returnStateOf(['asked', ...others.map(({ state }) => state)]),
      of: returnInWords(lines),
      before: '',
      after: returnLabel('asked'),
      actorId: viewer.id,
      at,
    })
    await recordChange(db, {
      at,
      actorId: viewer.id,
      thing: 'order',
      thingId: orderId,
      action: 'opened a return',
      after: { return: id, products: lines.map((line) => returnInWords([line])) },
    })
    return id
  })
}

/** Its first line, to tell a repetition from something else under the same key. */
function findByKey(db: Database, requestKey: string) {
  return db.select().from(orderReturns).where(eq(orderReturns.requestKey, requestKey))
}

function refuseIfOther(sent: ReturnRow, orderId: number, { note }: OpenReturn): void {
  if (sent.orderId === orderId && sent.note === note) return
  throw new Refusal('already_submitted', { text: 'This was already sent with different details.' })
}

type Names = ReadonlyMap<number, string>

/** Refuses more than was bought, over all returns together. Says what the products are called. */
async function agreeOnLines(
  db: Database,
  order: OrderRow,
  { lines, note }: OpenReturn,
  others: readonly FoundReturn[],
): Promise<Names> {
  const sold = await listSold(db, order.id)
  const returnable = new Map(sold.map((line) => [line.productId, returnableOf(line, others)]))
  const mistake = returnMistake(lines, note, returnable)
  if (mistake) {
    const { lines: items, ...rest } = mistake
    const fields = { ...rest, ...(items && { items }) }
    throw new Refusal('invalid_input', { fields, ...(items && { text: items }) })
  }
  return new Map(sold.map(({ productId, productName }) => [productId, productName]))
}

function named(lines: readonly AskedLine[], names: Names) {
  return lines.map((line) => ({ ...line, productName: names.get(line.productId) ?? '' }))
}

async function writeReturn(
  context: Context,
  db: Database,
  { id: actorId }: Viewer,
  order: OrderRow,
  { lines, note }: OpenReturn,
  names: Names,
  requestKey: string | null,
): Promise<ReturnRow> {
  const at = nextVersion(context.clock(), order.updatedAt)
  const times = { createdAt: at, updatedAt: at }
  const by = { openedBy: actorId, movedBy: actorId }
  const [written] = await db
    .insert(orderReturns)
    .values({ orderId: order.id, state: 'asked', note, requestKey, ...by, ...times })
    .returning()
  if (written === undefined) throw new Error('The database did not return the return')
  await db
    .insert(orderReturnLines)
    .values(named(lines, names).map((line) => ({ ...line, returnId: written.id })))
  return written
}

const removeJob = 'remove-return-photo'

/** Must be called before the jobs start. */
export function defineReturnPhotoJob(context: Context): void {
  context.jobs.define(removeJob, z.object({ photoId: z.string() }), ({ photoId }) =>
    context.files.delete(returnPhotoKey(photoId)),
  )
}

export function returnPhotoKey(photoId: string): string {
  return privatePhotoKey('returns', photoId)
}

/** What the customer has sent of it. A new photo takes the place of the one before. */
export async function setReturnPhoto(
  context: Context,
  viewer: Viewer,
  orderId: number,
  returnId: number,
  photo: Buffer,
): Promise<void> {
  if (!may(viewer, 'orders')) throw new Refusal('not_allowed')
  // Asked before the work with the picture, so that nobody makes the shop work for nothing.
  await getOpen(context.db, orderId, returnId)
  const photoId = await storePrivatePhoto(context, 'returns', photo)
  try {
    await inTransaction(context.db, async (db) => {
      await lockOrder(db, orderId)
      const { photoId: earlier } = await getOpen(db, orderId, returnId)
      await db.update(orderReturns).set({ photoId }).where(eq(orderReturns.id, returnId))
      if (earlier !== null) await context.jobs.send(db, removeJob, { photoId: earlier })
      await recordChange(db, {
        at: context.clock(),
        actorId: viewer.id,
        thing: 'order',
        thingId: orderId,
        action: 'added a photo to a return',
        after: { return: returnId },
      })
    })
  } catch (error) {
    await context.files.delete(returnPhotoKey(photoId))
    throw error
  }
}

async function getOpen(db: Database, orderId: number, returnId: number) {
  const { found } = await getReturn(db, orderId, returnId)
  if (!isOpenReturn(found.state)) throw new Refusal('return_changed')
  return found
}

export async function findReturnPhoto(
  { db, files }: Context,
  viewer: Viewer,
  orderId: number,
  returnId: number,
): Promise<StoredFile> {
  if (!may(viewer, 'orders')) throw new Refusal('not_allowed')
  const { found } = await getReturn(db, orderId, returnId)
  const file = found.photoId === null ? null : await files.get(returnPhotoKey(found.photoId))
  if (file === null) throw new Refusal('not_found')
  return file
}

/** The files go if, and only if, the caller's transaction holds. */
export async function removeReturnPhotos(
  { jobs }: Pick<Context, 'jobs'>,
  db: Database,
  orderIds: readonly number[],
): Promise<void> {
  if (orderIds.length === 0) return
  const those = inArray(orderReturns.orderId, [...orderIds])
  const found = await db.select({ photoId: orderReturns.photoId }).from(orderReturns).where(those)
  await db.update(orderReturns).set({ photoId: null }).where(those)
  for (const { photoId } of found) if (photoId !== null) await jobs.send(db, removeJob, { photoId })
}
