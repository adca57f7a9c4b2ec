import { and, eq, inArray } from 'drizzle-orm'
import type { SalesDocument } from '#contract/receipts.ts'
import { Refusal } from '#contract/refusals.ts'
import { toCedis } from '#rules/money.ts'
import { documentNumber, documentTitles } from '#rules/receipts.ts'
import { may } from '#rules/rights.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isSameSecret } from '#server/platform/hash.ts'
import type { PersonalRecords } from '../accounts/data-export-and-erasure.ts'
import { personOf, type Viewer } from '../accounts/viewer.ts'
import { getTracked, requirePhone } from '../orders/customer-orders.ts'
import { isOrderOf } from '../orders/data-export-and-erasure.ts'
import { getOrderRow } from '../orders/find-order.ts'
import { type OrderRow, orders } from '../orders/tables.ts'
import { drawReceipt, openReceiptFonts, type ReceiptFonts } from './receipt-pdf.ts'
import { type ReceiptRow, receipts } from './tables.ts'

const phoneMissing = 'Please enter the phone number of the order'

type Asker = { viewer: Viewer | null; address: string }

/** For whoever placed the order while signed in, for the staff, and for whoever knows its code and its phone number. */
export async function showReceipts(
  context: Context,
  { viewer, address }: Asker,
  { code, phone }: { code: string; phone?: string | undefined },
): Promise<SalesDocument[]> {
  const order = await getTracked(context, address, code)
  if (!(await isTheirs(context.db, viewer, order))) {
    // Whoever only asks whether it is needed has tried no number.
    if (phone === undefined) throw new Refusal('invalid_input', { fields: { phone: phoneMissing } })
    await requirePhone(context, address, order, phone)
  }
  return await listReceipts(context.db, order.id)
}

async function isTheirs(db: Database, viewer: Viewer | null, { id }: OrderRow): Promise<boolean> {
  if (viewer === null) return false
  if (may(viewer, 'orders')) return true
  return (await db.$count(orders, and(eq(orders.id, id), isOrderOf(personOf(viewer))))) > 0
}

/** All documents of an order, the newest first. */
export async function listReceipts(db: Database, orderId: number): Promise<SalesDocument[]> {
  await getOrderRow(db, orderId)
  const rows = await db.select().from(receipts).where(eq(receipts.orderId, orderId)).orderBy(receipts.number)
  return rows.toReversed().map(toDocument)
}

/** Which of these orders have one. */
export async function findReceipted(db: Database, orderIds: readonly number[]): Promise<Set<number>> {
  if (orderIds.length === 0) return new Set()
  const found = await db
    .selectDistinct({ orderId: receipts.orderId })
    .from(receipts)
    .where(inArray(receipts.orderId, [...orderIds]))
  return new Set(found.flatMap(({ orderId }) => orderId ?? []))
}

function toDocument({ key, ...row }: ReceiptRow): SalesDocument {
  return { ...row, file: `/api/receipts/${row.number}/pdf?key=${key}` }
}

type ReceiptFile = { bytes: Buffer; name: string }

export const mostDrawings = 4

/** Draws the PDF of a document for whoever has its key. Two who ask for the same one at once get the same one. */
export function openReceiptFiles({ db }: Context) {
  const underWay = new Map<number, Promise<Buffer>>()
  let fonts: Promise<ReceiptFonts> | null = null
  const draw = async (row: ReceiptRow) => {
    fonts ??= openReceiptFonts()
    return drawReceipt(toDocument(row), await fonts)
  }
  return {
    async find(number: number, key: string): Promise<ReceiptFile> {
      const [row] = await db.select().from(receipts).where(eq(receipts.number, number))
      if (row === undefined || !isSameSecret(row.key, key)) throw new Refusal('receipt_not_found')
      if (underWay.size >= mostDrawings && !underWay.has(number)) {
        throw new Refusal('busy', { retryAfterSeconds: 2 })
      }
      const drawing = underWay.get(number) ?? draw(row).finally(() => underWay.delete(number))
      underWay.set(number, drawing)
      const title = documentTitles[row.kind].toLowerCase().replace(' ', '-')
      return { bytes: await drawing, name: `${title}-${documentNumber(number)}.pdf` }
    },
  }
}

const nobody = { name: 'Deleted account', phone: '', address: '' }

/** Documents stay for the books, without the person. */
export const receiptRecords: PersonalRecords = {
  name: 'receipts',
  list: async (db, person) => {
    const rows = await db
      .select()
      .from(receipts)
      .where(inArray(receipts.orderId, ordersOf(db, person)))
      .orderBy(receipts.number)
    return rows.map(({ number, kind, orderId, customer, contents, issuedAt }) => ({
      ...{ number, kind, orderId, issuedAt },
      ...{ customerName: customer.name, customerPhone: customer.phone, customerAddress: customer.address },
      total: toCedis(contents.total),
    }))
  },
  forget: async (db, person) => {
    await db
      .update(receipts)
      .set({ customer: nobody })
      .where(inArray(receipts.orderId, ordersOf(db, person)))
  },
}

function ordersOf(db: Database, person: Parameters<typeof isOrderOf>[0]) {
  return db.select({ id: orders.id }).from(orders).where(isOrderOf(person))
}
