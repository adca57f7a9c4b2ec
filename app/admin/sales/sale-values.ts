import type { SaleResponse } from '#contract/sales-and-discounts.ts'
import { formatCedis } from '#rules/money.ts'
import type { SaleScope, SaleTexts } from '#rules/sale-fields.ts'

export type ChosenProduct = SaleResponse['products'][number]

/** What the fields show. Moments are in GMT, as everything in Ghana. */
export function startOf(sale: SaleResponse | null) {
  return {
    name: sale?.name ?? '',
    kind: sale?.amount == null ? ('percent' as const) : ('amount' as const),
    off: String(sale?.amount ?? sale?.percent ?? ''),
    floor: sale?.floor ? String(sale.floor) : '',
    scope: sale?.scope ?? ('all' as SaleScope),
    category: sale?.category ?? '',
    starts_at: sale?.starts_at.slice(0, 16) ?? '',
    ends_at: sale?.ends_at.slice(0, 16) ?? '',
    countdown: sale?.countdown ?? false,
  }
}

/** A field for date and time has no seconds: a moment that was not touched keeps its own. */
function readMoment(typed: string, before: string | undefined): Date | null {
  if (before !== undefined && typed === before.slice(0, 16)) return new Date(before)
  const moment = new Date(`${typed}:00Z`)
  return Number.isNaN(moment.getTime()) ? null : moment
}

export function readSale(
  values: FormData,
  sale: SaleResponse | null,
  chosen: readonly ChosenProduct[],
): SaleTexts {
  const text = (name: string) => String(values.get(name) ?? '').trim()
  const scope = text('scope')
  return {
    name: text('name'),
    kind: text('kind') === 'amount' ? 'amount' : 'percent',
    off: text('off'),
    floor: text('floor'),
    scope: scope === 'category' || scope === 'products' ? scope : 'all',
    category: text('category'),
    products: chosen.length,
    starts_at: readMoment(text('starts_at'), sale?.starts_at),
    ends_at: readMoment(text('ends_at'), sale?.ends_at),
  }
}

/** The request, of texts without a mistake. */
export function toBody(texts: SaleTexts, chosen: readonly ChosenProduct[], countdown: boolean) {
  const { name, kind, off, floor, scope, category, starts_at, ends_at } = texts
  return {
    name,
    ...(kind === 'percent' ? { percent: Number(off) } : { amount: Number(off) }),
    floor: floor === '' ? null : Number(floor),
    scope,
    ...(scope === 'category' && { category }),
    ...(scope === 'products' && { product_ids: chosen.map(({ id }) => id) }),
    starts_at: starts_at?.toISOString(),
    ends_at: ends_at?.toISOString(),
    countdown,
  }
}

/** `20% off all products, at least Ghs 30.00` */
export function saleInWords(sale: SaleResponse, categoryName: (slug: string) => string): string {
  const off = sale.amount === null ? `${sale.percent}% off` : `${formatCedis(sale.amount)} off`
  const floor = sale.floor > 0 ? `, never below ${formatCedis(sale.floor)}` : ''
  return `${off} ${whatFor(sale, categoryName)}${floor}`
}

function whatFor(
  { scope, category, products }: SaleResponse,
  categoryName: (slug: string) => string,
): string {
  if (scope === 'all') return 'all products'
  if (scope === 'category') return category === null ? 'a category that is gone' : categoryName(category)
  const [first] = products
  if (first === undefined) return 'products that are gone'
  return products.length === 1 ? first.name : `${products.length} products`
}
