/** An amount of money in whole pesewas; a hundred of them make one cedi. Only the wire speaks cedis. */
export type Pesewas = number

export function formatGhs(amount: Pesewas): string {
  const sign = amount < 0 ? '-' : ''
  return `Ghs ${sign}${plainCedis(Math.abs(amount))}`
}

/** `145.00`: two decimals, no prefix, as a spreadsheet or a form field wants it. */
export function plainCedis(amount: Pesewas): string {
  const pesewas = amount % 100
  return `${(amount - pesewas) / 100}.${String(pesewas).padStart(2, '0')}`
}

/** An amount as it goes onto the wire. */
export function toCedis(amount: Pesewas): number {
  return amount / 100
}

/** An amount as it came over the wire. Browsers add prices up with fractions: 59.97 may arrive as 59.970000000000006. */
export function toPesewas(cedis: number): Pesewas {
  return Math.round(cedis * 100)
}

export function formatCedis(cedis: number): string {
  return formatGhs(toPesewas(cedis))
}

const cedisInDigits = /^(\d{1,13})(?:\.(\d{1,2}))?$/

/** What a person typed. Reads the digits instead of multiplying: 1.15 * 100 is 114.99999999999999 to a computer. */
export function fromCedis(cedis: number | string): Pesewas | null {
  const digits = cedisInDigits.exec(String(cedis).trim())
  if (!digits) return null
  const [, whole, part = ''] = digits
  return Number(`${whole}${part.padEnd(2, '0')}`)
}

const withPoint = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/
const withComma = /^(\d+|\d{1,3}(?:\.\d{3})+),(\d{1,2})$/
const eitherWay = /^\d{1,3},\d{3}$/

/** What another system wrote: 165.000, 165,00 and 1,650.00 are read as what they are; 165,000 could be two amounts and is none. */
export function readCedis(written: string): Pesewas | null {
  const text = written.trim()
  const parts = eitherWay.test(text) ? null : (withPoint.exec(text) ?? withComma.exec(text))
  const [, whole = '', part = ''] = parts ?? []
  return fromCedis([whole.replace(/\D/g, ''), part.replace(/(?<=^\d\d)0+$/, '') || '0'].join('.'))
}

export type PricedLine = { price: Pesewas; quantity: number }

export type OrderTotal = { subtotal: Pesewas; deliveryFee: Pesewas; total: Pesewas }

export function subtotalOf(lines: readonly PricedLine[]): Pesewas {
  return lines.reduce((sum, line) => sum + line.price * line.quantity, 0)
}
