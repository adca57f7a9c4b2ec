import { and, eq, gte, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { toCedis } from '#rules/money.ts'
import { personalParts } from '#rules/order-edit.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { PersonalRecords } from '../accounts/data-export-and-erasure.ts'
import type { Person } from '../accounts/viewer.ts'
import { forgetNotes } from '../audit/record-change.ts'
import { detachStockFromOrders } from '../catalogue/write-product.ts'
import { eraseUses, forgetPhones } from '../discounts/use-discounts.ts'
import { hasNumber } from './order-search.ts'
import { orderHistory, orderLines, orderMessages, orderMoney, orders } from './tables.ts'
import { searchTextOf } from './write-order.ts'

const nobody = { customerName: 'Deleted account', customerEmail: null, customerPhone: '' }

/** Orders stay for the books, without the person. One that is still on its way needs its address, so it waits. */
export const orderRecords: PersonalRecords = {
  name: 'orders',
  list: listWithLines,
  forget: async (db, person) => {
    const own = await db.select().from(orders).where(isOrderOf(person)).for('update')
    const isUnderWay = own.some(({ status }) => status !== 'Delivered' && status !== 'Cancelled')
    if (isUnderWay) throw new Refusal('orders_under_way')
    for (const { id, trackingCode } of own) {
      await db
        .update(orders)
        .set({
          ...nobody,
          userId: null,
          address: '',
          zip: '',
          note: '',
          customerNote: '',
          giftNote: '',
          newsBy: null,
          deliveryPin: null,
          reviewKey: null,
          contentsHash: null,
          searchText: searchTextOf({ ...nobody, trackingCode }),
        })
        .where(eq(orders.id, id))
    }
    const ids = own.map(({ id }) => id)
    // What the staff wrote beside the money; the amounts stay for the books.
    await db.update(orderMoney).set({ note: '' }).where(inArray(orderMoney.orderId, ids))
    await forgetNotes(db, ids)
    // Nobody is left to be told.
    const isWaiting = eq(orderMessages.state, 'waiting')
    await db.delete(orderMessages).where(and(inArray(orderMessages.orderId, ids), isWaiting))
    await forgetPhones(db, ids)
    for (const { id } of own) await forgetEdits(db, id)
  },
}

/** That a name or an address was changed stays; what it was does not. */
async function forgetEdits(db: Database, orderId: number): Promise<void> {
  const isEdit = and(eq(orderHistory.orderId, orderId), isNotNull(orderHistory.edits))
  for (const { id, edits } of await db.select().from(orderHistory).where(isEdit)) {
    const kept = edits?.map((each) =>
      personalParts.includes(each.part) ? { ...each, before: '', after: '' } : each,
    )
    await db.update(orderHistory).set({ edits: kept }).where(eq(orderHistory.id, id))
  }
}

/** Placed while signed in, or as a guest with an e-mail or a number that is proven to be theirs. */
export function isOrderOf({ id, provenEmail, provenPhone }: Person): SQL | undefined {
  const byEmail =
    provenEmail === null ? undefined : and(isNull(orders.userId), eq(orders.customerEmail, provenEmail))
  return or(eq(orders.userId, id), byEmail, isGuestOrderOf(provenPhone))
}

/** As a query, so that it can stand in another one. */
export function orderIdsOf(db: Database, person: Person) {
  return db.select({ id: orders.id }).from(orders).where(isOrderOf(person))
}

/** Not those from before the number was theirs: numbers are handed on. */
function isGuestOrderOf(phone: Person['provenPhone']): SQL | undefined {
  if (phone === null) return undefined
  return and(isNull(orders.userId), gte(orders.createdAt, phone.since), hasNumber(phone.number))
}

async function listWithLines(db: Database, person: Person) {
  const found = await db.select().from(orders).where(isOrderOf(person)).orderBy(orders.id)
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const lines = await db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, ids))
    .orderBy(orderLines.orderId, orderLines.position)
  const money = await db
    .select()
    .from(orderMoney)
    .where(inArray(orderMoney.orderId, ids))
    .orderBy(orderMoney.id)
  return found.map((order) => ({
    ...exported(order),
    money: money
      .filter(({ orderId }) => orderId === order.id)
      .map(({ kind, way, amount, reference, happenedAt }) => ({
        kind,
        way,
        amount: toCedis(amount),
        reference,
        happenedAt,
      })),
    lines: lines
      .filter(({ orderId }) => orderId === order.id)
      .map(({ productName, quantity, pricePerItem }) => ({
        productName,
        quantity,
        pricePerItem: toCedis(pricePerItem),
      })),
  }))
}

/** Without what only helps the shop to find an order again, the staff's own note, and the driver, who is a person too. */
function exported(row: typeof orders.$inferSelect) {
  const { requestKey, contentsHash, searchText, driverId, hadDriver, userId, note, toConfirm, ...kept } = row
  const { deliveryPin, reviewKey, toDecideSince, ...order } = kept
  return {
    ...order,
    subtotal: toCedis(order.subtotal),
    deliveryFee: toCedis(order.deliveryFee),
    discount: toCedis(order.discount),
    discounts: order.discounts.map(({ name, code, amount }) => ({ name, code, amount: toCedis(amount) })),
    total: toCedis(order.total),
    paidOnline: toCedis(order.paidOnline),
    paidCash: toCedis(order.paidCash),
    paidMobile: toCedis(order.paidMobile),
    paidOffice: toCedis(order.paidOffice),
    paidBack: toCedis(order.paidBack),
    refunded: toCedis(order.refunded),
    waived: toCedis(order.waived),
    returned: toCedis(order.returned),
  }
}

/** Orders that never were, as those of the sample shop. Their payments and deliveries are gone already. */
export async function eraseOrders(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await detachStockFromOrders(db, ids)
  await eraseUses(db, ids)
  await db.delete(orderMessages).where(inArray(orderMessages.orderId, [...ids]))
  await db.delete(orderHistory).where(inArray(orderHistory.orderId, [...ids]))
  await db.delete(orderMoney).where(inArray(orderMoney.orderId, [...ids]))
  await db.delete(orderLines).where(inArray(orderLines.orderId, [...ids]))
  await db.delete(orders).where(inArray(orders.id, [...ids]))
}
