import { readFile } from 'node:fs/promises'
import type { DocumentContents, SalesDocument } from '#contract/receipts.ts'
import { formatDate } from '#rules/dates.ts'
import { formatGhs, type Pesewas } from '#rules/money.ts'
import { documentNote, documentNumber, documentTitles, showRate } from '#rules/receipts.ts'
import { a4, openPdf, type Pdf, type TextStyle } from '#server/platform/pdf.ts'
import { openFont, type PdfFont } from '#server/platform/pdf-font.ts'
import { projectFolder } from '#server/platform/project-folder.ts'

type Font = 'regular' | 'bold'

export type ReceiptFonts = Record<Font, PdfFont>

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
