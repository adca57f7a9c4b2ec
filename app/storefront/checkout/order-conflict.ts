import type { ApiProblem } from '#app/data/api-problem.ts'
import type { LineProblem } from '#contract/checkout.ts'
import type { Cart, CartLine } from '#rules/cart.ts'
import { fromCedis, type Pesewas } from '#rules/money.ts'
import type { WantedOrder } from './checkout-values.ts'

export type NewPrice = { productId: number; name: string; quantity: number; old: Pesewas; now: Pesewas }

export type NewFee = { old: Pesewas; now: Pesewas }

export type Shortage = { productId: number; name: string; wanted: number; left: number; isSold: boolean }

/** A "no" of the shop that leaves the customer a choice. */
export type OrderConflict =
  | {
      kind: 'prices'
      changed: NewPrice[]
      delivery: NewFee | null
      /** What is taken off, where the page had shown another amount. */
      discount: NewFee | null
      discountNow: Pesewas | null
      /** Why the code does not hold, in the shop's words. */
      refusedCode: string | null
      total: Pesewas | null
    }
  | { kind: 'stock'; short: Shortage[] }
  /** An earlier try came through after all. Without a code the shop was not sure that it is the same person. */
  | { kind: 'already'; trackingCode: string | null }

/** What the customer had before their eyes. */
type Shown = Pick<WantedOrder, 'lines' | 'fee' | 'discount'>

/** Null for every other trouble. */
export function readConflict(
  { code, details, message }: ApiProblem,
  { lines, fee, discount }: Shown,
): OrderConflict | null {
  const items = Array.isArray(details.items) ? details.items.filter(isLineProblem) : []
  const discountNow = readAmount(details.discount_total)
  if (code === 'price_changed' || code === 'discount_refused')
    return {
      kind: 'prices',
      changed: listNewPrices(items, lines),
      delivery: findNewFee(fee, readAmount(details.delivery_fee)),
      discount: findNewFee(discount?.total ?? 0, discountNow),
      discountNow,
      refusedCode: code === 'discount_refused' ? message : null,
      total: readAmount(details.order_total),
    }
  if (code === 'out_of_stock' || code === 'not_available')
    return { kind: 'stock', short: items.map((item) => toShortage(item, lines)) }
  if (code !== 'already_submitted') return null
  const { tracking_code: known } = details
  return { kind: 'already', trackingCode: typeof known === 'string' ? known : null }
}

/** What the shop says about a line today, taken over into the cart. */
export function settleLine(line: CartLine, conflict: OrderConflict): CartLine {
  const { product, quantity } = line
  if (conflict.kind === 'prices') {
    const price = conflict.changed.find(({ productId }) => productId === product.id)?.now ?? product.price
    return { product: { ...product, price }, quantity }
  }
  const shortage =
    conflict.kind === 'stock' ? conflict.short.find(({ productId }) => productId === product.id) : undefined
  if (!shortage) return line
  const { left } = shortage
  return { product: { ...product, stock: left }, quantity: left > 0 ? Math.min(quantity, left) : quantity }
}

function listNewPrices(items: readonly LineProblem[], lines: Cart): NewPrice[] {
  return items.flatMap((item): NewPrice[] => {
    const line = findLine(lines, item)
    const now = readAmount(item.price_per_item)
    if (!line || now === null || now === line.product.price) return []
    const { name, price: old } = line.product
    return [
      { productId: item.product_id, name: item.product_name ?? name, quantity: line.quantity, old, now },
    ]
  })
}

function findNewFee(old: Pesewas, now: Pesewas | null): NewFee | null {
  return now === null || now === old ? null : { old, now }
}

function toShortage(item: LineProblem, lines: Cart): Shortage {
  const line = findLine(lines, item)
  return {
    productId: item.product_id,
    name: item.product_name ?? line?.product.name ?? 'One product',
    wanted: line?.quantity ?? item.quantity,
    left: item.available,
    isSold: item.is_sold,
  }
}

function findLine(lines: Cart, { product_id }: LineProblem): CartLine | undefined {
  return lines.find((line) => line.product.id === product_id)
}

function readAmount(cedis: unknown): Pesewas | null {
  return typeof cedis === 'number' ? fromCedis(cedis) : null
}

function isLineProblem(item: unknown): item is LineProblem {
  if (typeof item !== 'object' || item === null) return false
  const { product_id, available } = item as Record<string, unknown>
  return Number.isSafeInteger(product_id) && Number.isSafeInteger(available)
}
