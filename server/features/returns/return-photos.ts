import { eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { Refusal } from '#contract/refusals.ts'
import { isOpenReturn } from '#rules/returns.ts'
import { may } from '#rules/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { StoredFile } from '#server/platform/file-store.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { privatePhotoKey, storePrivatePhoto } from '../media/pictures.ts'
import { lockOrder } from '../orders/find-order.ts'
import { getReturn } from './find-returns.ts'
import { orderReturns } from './tables.ts'

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
