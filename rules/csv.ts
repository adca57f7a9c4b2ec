import { formatSlot } from './days.ts'
import { type DeliveryOption, deliveryOptionTexts } from './delivery-fee.ts'
import { discountLabel, type NamedDiscount } from './discount-texts.ts'
import { type Pesewas, plainCedis } from './money.ts'
import type { OrderStatus } from './order-status.ts'
import { type PaymentMethod, paymentMethodTexts } from './payment-states.ts'
import { phoneForSpreadsheet } from './phone-number.ts'
import { productTextFields } from './product-fields.ts'

export type OrderInCsv = {
  id: number | string
  trackingCode: string
  placedAt: Date
  status: OrderStatus
  customerName: string
  phone: string
  email: string | null
  address: string
  deliveryOption: DeliveryOption
  paymentMethod: PaymentMethod
  paymentState: string
  driver: string | null
  lines: readonly { quantity: number; name: string }[]
  subtotal: Pesewas
  deliveryFee: Pesewas
  discount: Pesewas
  discounts: readonly NamedDiscount[]
  total: Pesewas
  amountToCollect: Pesewas
  deliverOn: string | null
  deliverSlot: string | null
}

const columns: [title: string, cell: (order: OrderInCsv) => string][] = [
  ['Order', (order) => String(order.id)],
  ['Tracking code', (order) => order.trackingCode],
  ['Placed (GMT)', (order) => momentForSpreadsheet(order.placedAt)],
  ['Status', (order) => order.status],
  ['Customer', (order) => order.customerName],
  ['Phone', (order) => phoneForSpreadsheet(order.phone)],
  ['Email', (order) => order.email ?? ''],
  ['Address', (order) => order.address],
  ['Items', (order) => order.lines.map(({ quantity, name }) => `${quantity} x ${name}`).join('; ')],
  ['Subtotal (Ghs)', (order) => plainCedis(order.subtotal)],
  ['Delivery (Ghs)', (order) => plainCedis(order.deliveryFee)],
  ['Total (Ghs)', (order) => plainCedis(order.total)],
  ['Delivery option', (order) => deliveryOptionTexts[order.deliveryOption].label],
  ['Payment method', (order) => paymentMethodTexts[order.paymentMethod].inMessage],
  ['Payment state', (order) => order.paymentState],
  ['To collect (Ghs)', (order) => plainCedis(order.amountToCollect)],
  ['Driver', (order) => order.driver ?? ''],
  ['Discount (Ghs)', (order) => plainCedis(order.discount)],
  ['Discounts', (order) => order.discounts.map(discountLabel).join('; ')],
  [
    'Delivery day',
    ({ deliverOn, deliverSlot }) =>
      [deliverOn, deliverSlot && formatSlot(deliverSlot)].filter(Boolean).join(' '),
  ],
]

/** Tells a spreadsheet that the file is UTF-8; without it ɛ and ɔ come out as other letters. */
export const csvStart = '\uFEFF'

export function ordersCsvHeader(): string {
  return csvLine(columns.map(([title]) => title))
}

export function ordersCsvRow(order: OrderInCsv): string {
  return csvLine(columns.map(([, cell]) => cell(order)))
}

/** `orders-shipped-2024-03-05T14-03-09Z.csv`: no colons, which some computers refuse in a name. */
export function ordersCsvFileName(status: OrderStatus | null, at: Date): string {
  const timestamp = at.toISOString().slice(0, 19).replaceAll(':', '-')
  return `orders-${status?.toLowerCase() ?? 'all'}-${timestamp}Z.csv`
}

/** A spreadsheet runs a cell that starts like a formula, so a customer's name could act on the owner's computer. */
export function csvCell(text: string): string {
  const startsFormula = /^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text)
  const harmless = startsFormula ? `'${text}` : text
  const needsQuotes = startsFormula || /[",;'\s\p{C}]/u.test(harmless)
  return needsQuotes ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

function csvLine(cells: string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function momentForSpreadsheet(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ')
}

type ReaderInCsv = { email: string; agreedAt: Date }

export function newsletterCsvHeader(): string {
  return csvLine(['Email', 'Agreed (GMT)'])
}

export function newsletterCsvRow({ email, agreedAt }: ReaderInCsv): string {
  return csvLine([email, momentForSpreadsheet(agreedAt)])
}

/** `newsletter-2024-03-05T14-03-09Z.csv` */
export function newsletterCsvFileName(at: Date): string {
  return `newsletter-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.csv`
}

type CodeInCsv = { code: string; name: string; usedBy: number | null }

export function discountCodesCsvHeader(): string {
  return csvLine(['Code', 'Discount', 'Used by order'])
}

export function discountCodesCsvRow({ code, name, usedBy }: CodeInCsv): string {
  return csvLine([code, name, usedBy === null ? '' : String(usedBy)])
}

/** `codes-7-2024-03-05T14-03-09Z.csv` */
export function discountCodesCsvFileName(discountId: number, at: Date): string {
  return `codes-${discountId}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.csv`
}

/** In this order; the names are those of the form. */
export const productCsvColumns = [
  'id',
  ...productTextFields,
  'featured',
  'best_seller',
  'hidden',
  'images',
  'exported_stock',
  'exported_version',
] as const

export type ProductCsvColumn = (typeof productCsvColumns)[number]

export type ProductInCsv = Record<ProductCsvColumn, string>

export const mostImportedRows = 2_000
export const longestImportBytes = 5 * 1024 * 1024

/** Pictures that come with a file of products, packed in a ZIP. */
export const longestZipBytes = 60 * 1024 * 1024
export const mostZipPictures = 500

export function productsCsvHeader(): string {
  return `${productCsvColumns.join(',')}\r\n`
}

export function productsCsvRow(product: ProductInCsv): string {
  return `${productCsvColumns.map((column) => productCell(product[column])).join(',')}\r\n`
}

/** `products-2024-03-05T14-03-09Z.csv`: no colons, which some computers refuse in a name. */
export function productsCsvFileName(at: Date): string {
  return `products-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.csv`
}

const guarded = /^'+(?:[\s\p{C}]*[=+\-@＝＋－＠]|[\t\r\n])/u

/** A text that itself begins with the guard gets one more, so that reading takes away exactly what writing put there. */
function productCell(text: string): string {
  return csvCell(guarded.test(text) ? `'${text}` : text)
}

/** What was meant: without the sign that keeps a spreadsheet from taking the cell for a formula. */
export function readProductCell(cell: string): string {
  return guarded.test(cell) ? cell.slice(1) : cell
}
