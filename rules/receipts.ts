import type { Pesewas } from './money.ts'

export const documentKinds = ['receipt', 'invoice', 'credit_note'] as const

export type DocumentKind = (typeof documentKinds)[number]

export const documentTitles = {
  receipt: 'Receipt',
  invoice: 'Invoice',
  credit_note: 'Credit note',
} satisfies Record<DocumentKind, string>

/** A tax that the prices contain. */
export type TaxRow = {
  name: string
  /** In hundredths of a percent: 250 is 2.5 %. */
  rate: number
  /** Computed on the value with all levies, and not on the value alone. */
  onLevies: boolean
}

export type ContainedTax = { name: string; rate: number; amount: Pesewas }

export type Taxes = { net: Pesewas; taxes: ContainedTax[] }

export const mostTaxRows = 5
export const longestReceiptTexts = { name: 100, address: 200, tin: 30, tax: 30 } as const

const highestRate = 5_000
const whole = 10_000n

/** `2.5` as typed, in percent; null when it is no rate. */
export function readRate(percent: number | string): number | null {
  const digits = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(String(percent).trim())
  if (!digits) return null
  const [, full = '', part = ''] = digits
  const rate = Number(`${full}${part.padEnd(2, '0')}`)
  return rate > 0 && rate <= highestRate ? rate : null
}

export function showRate(rate: number): string {
  return `${rate / 100} %`
}

/**
 * What an amount contains that was paid with all taxes in it. Levies are computed on the value, the rest on the value alone or on the
 * value with the levies. The value and all taxes add up to the amount, and none is a whole pesewa away from its exact share.
 */
export function taxesIn(total: Pesewas, rows: readonly TaxRow[]): Taxes {
  const sum = (onLevies: boolean) =>
    rows.reduce((rates, row) => rates + (row.onLevies === onLevies ? BigInt(row.rate) : 0n), 0n)
  const withLevies = whole + sum(false)
  const all = withLevies * (whole + sum(true))
  const weights = rows.map(({ rate, onLevies }) => BigInt(rate) * (onLevies ? withLevies : whole))
  const [net = total, ...amounts] = shares(total, [whole * whole, ...weights], all)
  return { net, taxes: rows.map(({ name, rate }, row) => ({ name, rate, amount: amounts[row] ?? 0 })) }
}

/** Whole parts of an amount: each as its weight says, rounded down, and what is left to those that lost most by it. */
function shares(amount: Pesewas, weights: readonly bigint[], all: bigint): Pesewas[] {
  const parts = weights.map((weight, place) => {
    const exact = BigInt(amount) * weight
    return { place, part: exact / all, lost: exact % all }
  })
  const left = Number(parts.reduce((rest, { part }) => rest - part, BigInt(amount)))
  const luckiest = parts.toSorted((one, other) => Number(other.lost - one.lost) || one.place - other.place)
  const rounded = new Set(luckiest.slice(0, left).map(({ place }) => place))
  return parts.map(({ place, part }) => Number(part) + (rounded.has(place) ? 1 : 0))
}

/** The document of an order that no credit note has taken back. */
type StandingDocument = {
  kind: Exclude<DocumentKind, 'credit_note'>
  /** It says what the order is today. */
  isSame: boolean
  /** Of an invoice: a receipt says that it was paid. */
  isReceipted: boolean
}

type DocumentsInput = {
  standing: StandingDocument | null
  /** Something is sold: it was not cancelled, and costs something. */
  isSold: boolean
  /** Nothing is left to pay. */
  isPaid: boolean
  /** Somebody has pressed the button. */
  isAsked: boolean
}

/**
 * Which documents an order needs now, in this order. A receipt comes by itself once nothing is left to pay; an invoice asks for money, so
 * somebody has to want it. What was issued never changes: a credit note takes it back, and a new document says what holds.
 */
export function documentsDue({ standing, isSold, isPaid, isAsked }: DocumentsInput): DocumentKind[] {
  const next: DocumentKind[] = isSold ? [isPaid ? 'receipt' : 'invoice'] : []
  if (standing === null) return isPaid || isAsked ? next : []
  if (!standing.isSame || !isSold) return ['credit_note', ...next]
  return standing.kind === 'invoice' && isPaid && !standing.isReceipted ? ['receipt'] : []
}

/** `000042`: what is written on paper is easier to sort and to compare. */
export function documentNumber(number: number): string {
  return String(number).padStart(6, '0')
}

/** What it is for, in a sentence. */
export function documentNote(kind: DocumentKind, refersTo: number | null): string {
  const other = refersTo === null ? '' : `No. ${documentNumber(refersTo)}`
  switch (kind) {
    case 'receipt':
      return other === ''
        ? 'Paid in full. Thank you!'
        : `Confirms that invoice ${other} is paid. The taxes are listed there.`
    case 'invoice':
      return 'Not paid yet when it was issued. Please name its number when you pay.'
    case 'credit_note':
      return `Takes back ${other}, which no longer holds.`
  }
}

export function receiptPath(code: string): string {
  return `/track-order?code=${code}#receipt`
}
