import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { Refusal } from '#contract/refusals.ts'
import type { OrderFacts } from '#rules/connections.ts'
import { makeDeliveryPin } from '#rules/delivery-pin.ts'
import type { Pesewas } from '#rules/money.ts'
import type { StockEffect } from '#rules/order-status.ts'
import { diallablePhone, normalisePhone, phoneForSpreadsheet } from '#rules/phone-number.ts'
import type { LiveReturnState } from '#rules/returns.ts'
import { jarsOf } from '#rules/sets.ts'
import { isTrackingCode, makeTrackingCode, normaliseTrackingCode } from '#rules/tracking-code.ts'
import type { Context, Random } from '#server/platform/context.ts'
import { atOnce, type Database, preparedInsert } from '#server/platform/database/database.ts'
import {
  lockProducts,
  type Moved,
  moveStock,
  refuseIfShort,
  type Shelf,
  toShelf,
} from '../catalogue/stock.ts'
import { readSettings } from '../settings/settings.ts'
import { type OrderRow, orderHistory, orderLines, orders, type SoldPart } from './tables.ts'

type WrittenHere = 'id' | 'trackingCode' | 'deliveryPin' | 'reviewKey' | 'searchText' | 'status' | 'updatedAt'

/** What placing an order goes on with is given, not left to the table's defaults: so it need not be read back. */
type NewOrder = Omit<typeof orders.$inferInsert, WrittenHere> & Omit<PlacedRow, WrittenHere>

const tries = 20

/** What an event tells about an order. */
export function factsOf({ id: orderId, trackingCode, status, total, paymentMethod }: PlacedRow): OrderFacts {
  return { orderId, trackingCode, status, total, paymentMethod }
}

/** Name, price and picture as they are at this moment: what the order shows for ever. */
export type SoldLine = {
  productId: number
  productName: string
  pictureId: string | null
  quantity: number
  pricePerItem: Pesewas
  /** The part of the order's discounts that belongs to it. */
  discount: Pesewas
  /** What one of a set is made of; null for what is none. */
  parts?: SoldPart[] | null
}

/** Who placed it is not always whose it is: the staff takes orders by phone. */
type Placing = { lines: readonly SoldLine[]; placedBy: string | null }

/** What an order is sold with: its lines and the first entry of its history. */
export async function writeOrderParts(
  db: Database,
  { id: orderId, status, createdAt: changedAt }: PlacedRow,
  { lines, placedBy }: Placing,
): Promise<void> {
  await atOnce(
    ...lines.map((line, position) => insertLine(db, { ...line, orderId, position })),
    writeHistory(db, { orderId, status, changedBy: placedBy, changedAt }),
  )
}

const insertLine = preparedInsert('write-line', orderLines, (db, line) =>
  db.insert(orderLines).values(line).returning({ position: orderLines.position }),
)

type HistoryRow = typeof orderHistory.$inferInsert

const insertHistory = preparedInsert('write-history', orderHistory, (db, entry) =>
  db.insert(orderHistory).values(entry).returning({ id: orderHistory.id }),
)

/** A step is told to the customer with the event that announces it; what is no step, and told in another way, says so itself. */
export async function writeHistory(db: Database, entry: HistoryRow): Promise<void> {
  await insertHistory(db, entry)
}

/** What placing an order needs of it. */
export const placedColumns = {
  id: orders.id,
  trackingCode: orders.trackingCode,
  status: orders.status,
  createdAt: orders.createdAt,
  customerName: orders.customerName,
  customerPhone: orders.customerPhone,
  paymentMethod: orders.paymentMethod,
  deliveryOption: orders.deliveryOption,
  deliveryPin: orders.deliveryPin,
  deliverOn: orders.deliverOn,
  deliverSlot: orders.deliverSlot,
  subtotal: orders.subtotal,
  deliveryFee: orders.deliveryFee,
  discount: orders.discount,
  discounts: orders.discounts,
  total: orders.total,
  source: orders.source,
  toConfirm: orders.toConfirm,
  contentsHash: orders.contentsHash,
}

export type PlacedRow = Pick<OrderRow, keyof typeof placedColumns>

const insertOrder = preparedInsert('write-order', orders, (db, order) =>
  db
    .insert(orders)
    .values(order)
    .onConflictDoNothing({ target: orders.trackingCode })
    .returning({ id: orders.id }),
)

/** Its code is asked for and taken in one statement: two orders that draw the same one at once still get one each. */
export async function writeOrder(
  random: Random,
  db: Database,
  order: NewOrder,
  proposedCode: string,
): Promise<PlacedRow> {
  let code = normaliseTrackingCode(proposedCode)
  for (let attempt = 1; attempt <= tries; attempt++) {
    if (!isTrackingCode(code)) code = makeTrackingCode(random.below)
    const placed = {
      ...order,
      trackingCode: code,
      deliveryPin: makeDeliveryPin(random.below),
      status: 'Pending' as const,
    }
    const [written] = await insertOrder(db, {
      ...placed,
      reviewKey: random.secret(15),
      updatedAt: order.createdAt,
      searchText: searchTextOf(placed),
    })
    if (written !== undefined) return { ...placed, ...written }
    code = makeTrackingCode(random.below)
  }
  throw new Error('No free tracking code was found')
}

type Searchable = {
  customerName: string
  trackingCode: string
  customerEmail?: string | null
  customerPhone: string
}

/** One line each, so that a pattern for the beginning or the end means each of them. */
export function searchTextOf({
  customerName,
  trackingCode,
  customerEmail,
  customerPhone,
}: Searchable): string {
  const lines = [customerName, trackingCode, customerEmail ?? '', ...spellingsOf(customerPhone)]
  return lines
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')
}

/** `024 123 4567`, `0241234567` and `+233241234567` are one number, whichever the owner types. */
function spellingsOf(phone: string): string[] {
  if (normalisePhone(phone) === null) return [phone]
  return [...new Set([phone, phoneForSpreadsheet(phone), diallablePhone(phone)])]
}

const notEnough = 'Not enough stock to reopen this order'

/** Off the shelf with what was just sold: of a set, its parts. */
export async function takeOrderStock(
  db: Database,
  { id: orderId, createdAt: at }: PlacedRow,
  lines: readonly SoldLine[],
  actorId: string | null,
): Promise<Moved[]> {
  const changes = jarsOf(lines).map(({ productId, quantity }) => ({ productId, change: -quantity }))
  const moved = await moveStock(db, changes, { cause: 'order', orderId, actorId, at })
  if (moved.length < changes.length) throw new Refusal('out_of_stock')
  return moved
}

/** A cancelled order gives its products back, of a set the parts it had; a reopened one takes them again, or stays cancelled. */
export async function moveOrderStock(
  db: Database,
  orderId: number,
  effect: StockEffect,
  by: { actorId: string | null; at: Date },
): Promise<Moved[]> {
  if (effect === 'none') return []
  const lines = await db
    .select({ productId: orderLines.productId, quantity: orderLines.quantity, parts: orderLines.parts })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
  const jars = jarsOf(lines)
  const ids = jars.map(({ productId }) => productId)
  const shelf = toShelf(await lockProducts(db, ids))
  if (effect === 'take') refuseIfShort(jars, stillThere(shelf), notEnough)
  const sign = effect === 'take' ? -1 : 1
  const changes = jars.map(({ productId, quantity }) => ({ productId, change: sign * quantity }))
  const cause = effect === 'take' ? 'order_reopened' : 'order_cancelled'
  const moved = await moveStock(db, changes, { cause, orderId, ...by })
  if (moved.length < changes.length) throw new Refusal('out_of_stock', { text: notEnough })
  return moved
}

/**
 * A product that has left the shop since can still be sent to whoever ordered it before. One that has become a set has no jars of
 * its own any more: what its parts allow is not what was ordered.
 */
function stillThere(shelf: Shelf): Shelf {
  return new Map(
    [...shelf].map(([id, { parts, ...product }]) => {
      const stock = parts ? 0 : product.stock
      return [id, { ...product, stock, removedAt: null, isHidden: false }]
    }),
  )
}

type ReturnStep = {
  returnState: LiveReturnState | null
  /** How much less the order costs from now on. */
  credit?: Pesewas
  /** What comes back, and how it stood and stands, in words. */
  of: string
  before: string
  after: string
  actorId: string | null
  at: Date
}

/** What an order, which the caller has locked, has to know of its returns: how they stand, what they take off, and its history. */
export async function noteReturn(
  context: Pick<Context, 'jobs'>,
  db: Database,
  { id: orderId, status, returned }: OrderRow,
  { returnState, credit = 0, of, before, after, actorId, at }: ReturnStep,
): Promise<void> {
  await db
    .update(orders)
    .set({ returnState, returned: returned + credit, updatedAt: at })
    .where(eq(orders.id, orderId))
  if (credit > 0) await postReceiptCheck(context, db, orderId)
  const edits = [{ part: 'return' as const, name: of, before, after }]
  await writeHistory(db, { orderId, status, changedBy: actorId, changedAt: at, edits, notifiedAt: at })
}

/** Done by the receipts, which lie above the orders: see server/features/receipts/issue-receipts.ts. */
export const receiptCheck = { job: 'receipt-check', data: z.object({ orderId: z.int() }) }

/**
 * An order, or its money, has changed: it may need a receipt, or a corrected one. Checked after the commit, so that nobody at the till or
 * at a door waits for the next number.
 */
export async function postReceiptCheck(
  { jobs }: Pick<Context, 'jobs'>,
  db: Database,
  orderId: number,
): Promise<void> {
  const { receipts } = await readSettings(db)
  if (receipts.name !== '') await jobs.send(db, receiptCheck.job, { orderId })
}
