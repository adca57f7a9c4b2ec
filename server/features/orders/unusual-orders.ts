import { and, desc, eq, inArray, lte, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Refusal } from '#contract/refusals.ts'
import type { ShopSettings } from '#contract/settings.ts'
import { formatGhs } from '#rules/money.ts'
import {
  fewestManyPieces,
  piecesOf,
  type UnusualReason,
  unusualReasonsOf,
  unusualReasonTexts,
} from '#rules/unusual-order.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Shelf } from '../catalogue/stock.ts'
import { postMail } from '../notifications/outbox.ts'
import { readSettings } from '../settings/settings.ts'
import { moveOn, type StatusChange } from './change-status.ts'
import { lockOrder } from './find-order.ts'
import { type OrderRow, orderLines, orders } from './tables.ts'
import type { PlacedRow } from './write-order.ts'

type WantedLine = { productId: number; quantity: number }

/** What guests may order at once, if the owner has set a limit. */
export function refuseTooMany(
  { orderLimits: { mostPieces } }: ShopSettings,
  lines: readonly WantedLine[],
): void {
  if (mostPieces === 0 || piecesOf(lines) <= mostPieces) return
  const text = `Please order at most ${mostPieces} pieces at once without an account, or write to us on WhatsApp.`
  throw new Refusal('invalid_input', { text, fields: { items: text } })
}

/** The usual order is looked up only for one that is large enough to be unusual. */
export async function findUnusual(
  db: Database,
  lines: readonly WantedLine[],
  shelf: Shelf,
  isOneOfMany: boolean,
): Promise<UnusualReason[]> {
  const usualPieces = piecesOf(lines) >= fewestManyPieces ? await averagePieces(db) : null
  const ordered = lines.map(({ productId, quantity }) => ({
    quantity,
    stockBefore: shelf.get(productId)?.stock ?? 0,
  }))
  return unusualReasonsOf({ lines: ordered, usualPieces, isOneOfMany })
}

const latestOrders = 100

async function averagePieces(db: Database): Promise<number | null> {
  const latest = db
    .select({ id: orders.id })
    .from(orders)
    .where(ne(orders.status, 'Cancelled'))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(latestOrders)
  const [found] = await db
    .select({
      average: sql<
        number | null
      >`sum(${orderLines.quantity})::float8 / count(distinct ${orderLines.orderId})`,
    })
    .from(orderLines)
    .where(inArray(orderLines.orderId, latest))
  return found?.average ?? null
}

/** The owner hears of it in the moment in which it holds the products. */
export async function alertOfUnusual(context: Context, db: Database, order: PlacedRow): Promise<void> {
  if (order.toConfirm.length === 0) return
  const { id, trackingCode, customerName, customerPhone, total, toConfirm } = order
  const why = toConfirm.map((reason) => `- ${unusualReasonTexts[reason]}`).join('\n')
  await postMail(context, db, {
    to: context.config.mail.to,
    subject: `Order ${trackingCode} is unusual: please confirm it`,
    text: `Order #${id} of ${customerName}, ${customerPhone}, for ${formatGhs(total)} holds its products. Please ring before it is packed, then confirm it or give its products back:\n${why}\n\n${context.config.publicUrl}/admin/orders?order=${id}`,
  })
}

/** One press: somebody has rung and the order stands, or its products go back on the shelf. */
export async function decideOnUnusual(
  context: Context,
  viewer: Viewer,
  orderId: number,
  isConfirmed: boolean,
): Promise<StatusChange> {
  return await inTransaction(context.db, async (db) => {
    const order = await lockOrder(db, orderId)
    if (order.toConfirm.length === 0) {
      const details = { order_status: order.status, updated_at: order.updatedAt.toISOString() }
      throw new Refusal('order_changed', { details })
    }
    await recordChange(db, {
      at: context.clock(),
      actorId: viewer.id,
      thing: 'order',
      thingId: orderId,
      action: isConfirmed ? 'confirmed an order' : 'gave the stock of an order back',
      before: { status: order.status },
      after: { status: isConfirmed ? order.status : 'Cancelled' },
    })
    if (!isConfirmed) return await release(context, db, order, viewer.id)
    const [confirmed] = await db
      .update(orders)
      .set({ toConfirm: [] })
      .where(eq(orders.id, orderId))
      .returning()
    if (confirmed === undefined) throw new Error('The order disappeared while it was locked')
    return { order: confirmed, effect: 'none', from: order.status }
  })
}

async function release(
  context: Context,
  db: Database,
  order: OrderRow,
  changedBy: string | null,
): Promise<StatusChange> {
  const change = await moveOn(context, db, order, 'Cancelled', changedBy)
  await db.update(orders).set({ cancelReason: 'not_confirmed' }).where(eq(orders.id, order.id))
  return change
}

const releaseJob = 'unconfirmed-orders'
const releasedAtOnce = 100

/** Must be called before the jobs start. */
export function defineReleaseJob(context: Context): void {
  context.jobs.define(releaseJob, z.object({}), () => releaseUnconfirmed(context))
  context.jobs.schedule(releaseJob, '*/10 * * * *')
}

/** What nobody has confirmed gives its products back, after the time that the owner has set. Who pays online has a time of their own. */
async function releaseUnconfirmed(context: Context): Promise<void> {
  const { releaseAfterHours: hours } = (await readSettings(context.db)).orderLimits
  if (hours === 0) return
  const until = new Date(context.clock().getTime() - hours * 3_600_000)
  const isOverdue = and(
    sql`${orders.toConfirm} <> '{}'`,
    eq(orders.status, 'Pending'),
    eq(orders.paymentMethod, 'whatsapp'),
    lte(orders.createdAt, until),
  )
  const overdue = await context.db
    .select({ id: orders.id })
    .from(orders)
    .where(isOverdue)
    .limit(releasedAtOnce)
  for (const { id } of overdue) {
    await inTransaction(context.db, async (db) => {
      const order = await lockOrder(db, id)
      const isOpen = order.toConfirm.length > 0 && order.status === 'Pending' && order.paidAt === null
      if (isOpen) await release(context, db, order, null)
    })
  }
}
