import { eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { StoredFile } from '#server/platform/file-store.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { getOrderRow } from '../orders/find-order.ts'
import { orders } from '../orders/tables.ts'
import { readNotes } from './delivery-note.ts'
import { type ProofRow, readProofPhoto, readProofs } from './prove-delivery.ts'

export type FoundDelivery = { note: string; proofs: ProofRow[] }

/** For admins, and for the driver who brings it. */
export async function findDelivery(db: Database, viewer: Viewer, orderId: number): Promise<FoundDelivery> {
  if (!viewer.isAdmin && !viewer.isDriver) throw new Refusal('order_not_found')
  await getOrderRow(db, orderId, viewer.isAdmin ? undefined : eq(orders.driverId, viewer.id))
  const notes = await readNotes(db, [orderId])
  const proofs = await readProofs(db, [orderId])
  return { note: notes.get(orderId) ?? '', proofs: proofs.get(orderId) ?? [] }
}

export async function findProofPhoto(
  context: Context,
  viewer: Viewer,
  orderId: number,
  proofId: number,
): Promise<StoredFile> {
  const { proofs } = await findDelivery(context.db, viewer, orderId)
  const proof = proofs.find(({ id }) => id === proofId)
  if (proof === undefined) throw new Refusal('not_found')
  return await readProofPhoto(context, proof)
}
