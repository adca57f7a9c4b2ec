import type { Pesewas } from './money.ts'

export const saleKinds = ['percent', 'amount'] as const

/** What a sale takes off: a part of the price in percent, or an amount. */
export type SaleReduction =
  | { kind: 'percent'; percent: number }
  | {
      kind: 'amount'
      amount: Pesewas
    }

export type SaleTerms = SaleReduction & {
  /** No price is reduced below this one. */
  floor: Pesewas
  /** The first moment at which it holds. */
  startsAt: Date
  /** The first moment at which it holds no more. */
  endsAt: Date
}

/** What one of a product costs, and what it would cost without a sale. */
export type PriceOf = {
  /** What the customer pays. */
  price: Pesewas
  /** Only while a sale makes it cheaper. */
  regularPrice?: Pesewas
  /** The first moment at which it costs something else; only while a sale makes it cheaper. */
  saleEndsAt?: Date
}

/** Never negative, never above the base, and below the floor only where the base is. */
export function reducedPrice(base: Pesewas, { floor, ...sale }: SaleReduction & { floor: Pesewas }): Pesewas {
  const reduced =
    sale.kind === 'percent' ? Math.round((base * (100 - sale.percent)) / 100) : base - sale.amount
  return Math.min(base, Math.max(reduced, floor, 0))
}

/**
 * Sales are never added up: where several hold, the one that is best for the customer counts. So it does not matter in which
 * order they come, and no price falls below the floor of the sale that made it.
 */
export function priceAt(base: Pesewas, sales: readonly SaleTerms[], at: Date): PriceOf {
  const price = lowest(base, sales, at)
  if (price === base) return { price }
  const saleEndsAt = changesOf(sales, at).find((moment) => lowest(base, sales, moment) !== price)
  return { price, regularPrice: base, ...(saleEndsAt && { saleEndsAt }) }
}

function lowest(base: Pesewas, sales: readonly SaleTerms[], at: Date): Pesewas {
  return sales
    .filter((sale) => isRunning(sale, at))
    .reduce((price, sale) => Math.min(price, reducedPrice(base, sale)), base)
}

type Span = Pick<SaleTerms, 'startsAt' | 'endsAt'>

export function isRunning({ startsAt, endsAt }: Span, at: Date): boolean {
  return startsAt <= at && at < endsAt
}

/** When sales begin or end after this moment, the next one first. */
function changesOf(sales: readonly Span[], at: Date): Date[] {
  return sales
    .flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])
    .filter((moment) => moment > at)
    .sort((one, other) => one.getTime() - other.getTime())
}

/** `20% off`: never more than it is, and at least one. A price is rounded to a pesewa, and 25% of it may be half a one less. */
export function saleBadge({ price, regularPrice = price }: PriceOf): string {
  return `${Math.floor(((regularPrice - price + 0.5) * 100) / regularPrice) || 1}% off`
}

export type SaleState = 'running' | 'coming' | 'over'

export function saleState({ startsAt, endsAt }: Span, at: Date): SaleState {
  if (endsAt <= at) return 'over'
  return startsAt <= at ? 'running' : 'coming'
}
