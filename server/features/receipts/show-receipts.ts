import { readFile } from 'node:fs/promises'
import { and, eq, inArray } from 'drizzle-orm'
import type { DocumentContents, SalesDocument } from '#contract/receipts.ts'
import { Refusal } from '#contract/refusals.ts'
import { formatDate } from '#rules/dates.ts'
import { formatGhs, type Pesewas, toCedis } from '#rules/money.ts'
import { documentNote, documentNumber, documentTitles, showRate } from '#rules/receipts.ts'
import { may } from '#rules/rights.ts'
import { projectFolder } from '#server/platform/config.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isSameSecret } from '#server/platform/hash.ts'
import { a4, openPdf, type Pdf, type TextStyle } from '#server/platform/pdf.ts'
import { openFont, type PdfFont } from '#server/platform/pdf-font.ts'
import type { PersonalRecords } from '../accounts/data-export-and-erasure.ts'
import { personOf, type Viewer } from '../accounts/viewer.ts'
import { getTracked, requirePhone } from '../orders/customer-orders.ts'
import { isOrderOf, orderIdsOf } from '../orders/data-export-and-erasure.ts'
import { getOrderRow } from '../orders/find-order.ts'
import { type OrderRow, orders } from '../orders/tables.ts'
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
      .where(inArray(receipts.orderId, orderIdsOf(db, person)))
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
      .where(inArray(receipts.orderId, orderIdsOf(db, person)))
  },
}

type Font = 'regular' | 'bold'

type ReceiptFonts = Record<Font, PdfFont>

const folder = new URL('server/features/receipts/fonts/', projectFolder)

export async function openReceiptFonts(): Promise<ReceiptFonts> {
  const read = async (name: string) => openFont(await readFile(new URL(name, folder)))
  return { regular: await read('noto-sans-regular.ttf'), bold: await read('noto-sans-semibold.ttf') }
}

const left = 50
const right = a4.width - left
/** Where the columns of numbers end. */
const columns = { quantity: 350, price: 445, amount: right }
const nameWidth = 250
const lowest = a4.height - 80
const leading = 1.45

const small = { font: 'regular', size: 9 } as const
const body = { font: 'regular', size: 10.5 } as const
const heading = { font: 'bold', size: 14 } as const
const strong = { font: 'bold', size: 10.5 } as const

/** One document on as many pages as it needs. The longest order has a few. */
export function drawReceipt(document: SalesDocument, fonts: ReceiptFonts): Buffer {
  const { kind, number, seller, issuedAt, refersTo } = document
  const title = `${documentTitles[kind]} ${documentNumber(number)}`
  const pdf = openPdf<Font>({ title, author: seller.name, createdAt: issuedAt, fonts })
  const page = openColumn(pdf)
  drawHead(page, document)
  drawLines(page, document)
  page.gap(10)
  for (const line of pdf.wrap(documentNote(kind, refersTo), right - left, 3, body)) page.row(line, body)
  for (let place = 0; place < pdf.pages(); place++) {
    const foot = { x: right, y: a4.height - 40, align: 'end' } as const
    pdf.onPage(place, () => pdf.text(`${title} · page ${place + 1} of ${pdf.pages()}`, foot, small))
  }
  return pdf.end()
}

/** What is written line below line, and on a new page when the last one is full. */
function openColumn(pdf: Pdf<Font>) {
  let y = 60
  pdf.newPage()
  const next = (size: number) => {
    y += size * leading
    if (y <= lowest) return
    pdf.newPage()
    y = 60 + size
  }
  return {
    pdf,
    at: () => y,
    moveTo: (to: number) => {
      y = to
    },
    gap: (space: number) => {
      y += space
    },
    rule() {
      y += 6
      pdf.line(left, right, y)
    },
    /** Text at the left, amounts in their columns. */
    row(text: string, style: TextStyle<Font>, cells: [number, string][] = []) {
      next(style.size)
      pdf.text(text, { x: left, y }, style)
      for (const [x, cell] of cells) pdf.text(cell, { x, y, align: 'end' }, style)
    },
  }
}

type Column = ReturnType<typeof openColumn>

function drawHead(page: Column, document: SalesDocument): void {
  const { pdf } = page
  const { seller, customer, contents, kind, number, issuedAt } = document
  const half = (right - left) / 2
  const atRight = (text: string, y: number, style: TextStyle<Font>) =>
    pdf.text(text, { x: right, y, align: 'end' }, style)
  atRight(documentTitles[kind], 76, { font: 'bold', size: 20 })
  atRight(`No. ${documentNumber(number)}`, 96, strong)
  atRight(formatDate(issuedAt), 112, body)
  atRight(`Order #${contents.orderId} · ${contents.trackingCode}`, 128, body)
  for (const line of pdf.wrap(seller.name, half, 2, heading)) page.row(line, heading)
  for (const line of pdf.wrap(seller.address, half, 4, body)) page.row(line, body)
  if (seller.tin !== '') page.row(`TIN ${seller.tin}`, body)
  page.moveTo(Math.max(page.at(), 128) + 24)
  page.row('For', small)
  const who = [customer.name, customer.phone, ...pdf.wrap(customer.address, half + 80, 3, body)]
  for (const [place, line] of who.filter(Boolean).entries()) page.row(line, place === 0 ? strong : body)
  page.gap(20)
}

function drawLines(page: Column, { kind, contents }: SalesDocument): void {
  const { lines, extras, total, net, taxes }: DocumentContents = contents
  const amount = (value: Pesewas) => formatGhs(kind === 'credit_note' ? -value : value)
  page.row('What', small, [
    [columns.quantity, 'Quantity'],
    [columns.price, 'Price'],
    [columns.amount, 'Amount'],
  ])
  page.rule()
  for (const line of lines) {
    const [first = '', ...more] = page.pdf.wrap(line.name, nameWidth, 3, body)
    page.row(first, body, [
      [columns.quantity, String(line.quantity)],
      [columns.price, formatGhs(line.price)],
      [columns.amount, amount(line.amount)],
    ])
    for (const rest of more) page.row(rest, body)
  }
  page.rule()
  for (const { label, amount: value } of extras) page.row(label, body, [[columns.amount, amount(value)]])
  page.row('Total', strong, [[columns.amount, amount(total)]])
  page.rule()
  if (taxes.length === 0) return
  page.row('The total contains', small)
  page.row('Value without taxes', body, [[columns.amount, amount(net)]])
  for (const tax of taxes) {
    page.row(`${tax.name} ${showRate(tax.rate)}`, body, [[columns.amount, amount(tax.amount)]])
  }
  page.rule()
}
