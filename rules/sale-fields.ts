import { type Mistakes, onlyMistakes } from './form-mistakes.ts'
import { fromCedis } from './money.ts'
import type { saleKinds } from './sale-price.ts'

/** Running and coming ones together: every price is compared with all of them. */
export const mostOpenSales = 50

/** What a sale for chosen products can name; for more there are categories. */
export const mostSaleProducts = 200

export const longestSaleName = 60

export const saleScopes = ['all', 'category', 'products'] as const

export type SaleScope = (typeof saleScopes)[number]

/** A sale as its form says it: amounts in cedis as they were typed, moments as a browser's field has them. */
export type SaleTexts = {
  name: string
  kind: (typeof saleKinds)[number]
  /** Percent or cedis, by the kind. */
  off: string
  floor: string
  scope: SaleScope
  category: string
  products: number
  starts_at: Date | null
  ends_at: Date | null
}

/** The form and the server say the same. */
export function checkSale(sale: SaleTexts): Mistakes<keyof SaleTexts> {
  return onlyMistakes({
    name: nameMistake(sale.name),
    kind: null,
    off: sale.kind === 'percent' ? percentMistake(sale.off) : amountMistake(sale.off),
    floor: floorMistake(sale),
    scope: null,
    category: sale.scope === 'category' && sale.category === '' ? 'Please choose a category' : null,
    products: productsMistake(sale),
    starts_at: sale.starts_at === null ? 'Please say when it begins' : null,
    ends_at: endMistake(sale),
  })
}

function nameMistake(name: string): string | null {
  if (name.trim() === '') return 'Name is required'
  return name.trim().length > longestSaleName ? `Please use at most ${longestSaleName} characters` : null
}

function percentMistake(off: string): string | null {
  const percent = /^\d{1,3}$/.test(off.trim()) ? Number(off) : 0
  return percent >= 1 && percent <= 99 ? null : 'Please use a whole number from 1 to 99'
}

const highest = 100_000_000

function amountMistake(off: string): string | null {
  const amount = fromCedis(off)
  return amount !== null && amount > 0 && amount <= highest
    ? null
    : 'Please enter an amount such as 20 or 12.50'
}

/** An amount off could make a cheap product free: there the owner says where it ends. */
function floorMistake({ kind, floor }: SaleTexts): string | null {
  if (floor.trim() === '') return kind === 'amount' ? 'Please say below which price nothing is sold' : null
  const amount = fromCedis(floor)
  return amount !== null && amount > 0 && amount <= highest
    ? null
    : 'Please enter an amount such as 20 or 12.50'
}

function productsMistake({ scope, products }: SaleTexts): string | null {
  if (scope !== 'products') return null
  if (products === 0) return 'Please choose at least one product'
  return products > mostSaleProducts
    ? `Please choose at most ${mostSaleProducts} products, or a category`
    : null
}

function endMistake({ starts_at, ends_at }: SaleTexts): string | null {
  if (ends_at === null) return 'Please say when it ends'
  return starts_at !== null && ends_at <= starts_at ? 'Please choose an end after the beginning' : null
}
