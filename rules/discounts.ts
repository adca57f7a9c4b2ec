import type { Pesewas } from './money.ts'

/** In the order in which they are taken off one after the other: each takes from what those before it have left. */
export const discountKinds = ['buy_x_get_y', 'percent', 'amount', 'free_delivery'] as const

export type DiscountKind = (typeof discountKinds)[number]

/** What a discount gives, and for what. Whether it holds today and for this customer is decided before. */
export type DiscountRule = {
  id: number
  kind: DiscountKind
  /** Per cent, or pesewas; nothing for the other kinds. */
  value: number
  /** Who pays for so many gets so many more of them free. */
  buyQuantity: number
  getQuantity: number
  /** What the products of the cart must cost together; 0 for no minimum. */
  minimumSpend: Pesewas
  /** Both empty: every product. */
  productIds: readonly number[]
  categories: readonly string[]
  isCombinable: boolean
}

export type DiscountableLine = { productId: number; category: string; price: Pesewas; quantity: number }

/** Why a discount takes nothing off this cart. */
export type CartObstacle =
  | { why: 'minimum_spend'; missing: Pesewas }
  | { why: 'not_these' }
  | { why: 'buy_more'; missing: number }
  | { why: 'delivery_free' }
  | { why: 'not_together'; with: number }
  | { why: 'nothing_left' }

export type TakenOff = {
  discounts: { id: number; amount: Pesewas }[]
  /** All of them together. */
  total: Pesewas
  /** The part of it that belongs to each line, in the order of the lines; with `delivery` they add up to the total. */
  lines: Pesewas[]
  delivery: Pesewas
  obstacles: Map<number, CartObstacle>
}

/**
 * What the discounts take off a cart. Those that may be combined hold together, every other one alone; the customer gets what is
 * best for them. The order of rules and lines changes nothing. While the town is unknown so is the fee: free delivery then
 * holds and takes nothing off yet.
 */
export function takeOff(
  lines: readonly DiscountableLine[],
  deliveryFee: Pesewas | null,
  rules: readonly DiscountRule[],
): TakenOff {
  const cart = { lines, deliveryFee }
  const obstacles = new Map<number, CartObstacle>()
  const holding: DiscountRule[] = []
  for (const rule of rules.toSorted(inOrder)) {
    const obstacle = obstacleTo(rule, cart)
    if (obstacle === null) holding.push(rule)
    else obstacles.set(rule.id, obstacle)
  }
  const together = holding.filter(({ isCombinable }) => isCombinable)
  const alone = holding.filter(({ isCombinable }) => !isCombinable).map((rule) => [rule])
  const [best = takeAll([], cart)] = [together, ...alone]
    .map((chosen) => takeAll(chosen, cart))
    .toSorted(bestFirst)
  for (const { id } of holding) {
    if (best.discounts.some((taken) => taken.id === id)) continue
    const isChosen = best.discounts.length > 0 && best.chosen.includes(id)
    const [other] = best.discounts
    if (other && !isChosen) obstacles.set(id, { why: 'not_together', with: other.id })
    else obstacles.set(id, { why: 'nothing_left' })
  }
  const { chosen: _, ...taken } = best
  return { ...taken, obstacles }
}

type CartToDiscount = { lines: readonly DiscountableLine[]; deliveryFee: Pesewas | null }

type Taken = Omit<TakenOff, 'obstacles'> & { chosen: readonly number[] }

function inOrder(one: DiscountRule, other: DiscountRule): number {
  const kind = discountKinds.indexOf(one.kind) - discountKinds.indexOf(other.kind)
  return kind || other.value - one.value || one.id - other.id
}

/** Of two that take off the same, the one of more parts, and then the older. */
function bestFirst(one: Taken, other: Taken): number {
  const more = other.total - one.total || other.discounts.length - one.discounts.length
  return more || (one.discounts[0]?.id ?? 0) - (other.discounts[0]?.id ?? 0)
}

function takes({ productIds, categories }: DiscountRule, line: DiscountableLine): boolean {
  if (productIds.length === 0 && categories.length === 0) return true
  return productIds.includes(line.productId) || categories.includes(line.category)
}

function obstacleTo(rule: DiscountRule, { lines, deliveryFee }: CartToDiscount): CartObstacle | null {
  const spent = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const fitting = lines.filter((line) => takes(rule, line))
  if (fitting.length === 0) return { why: 'not_these' }
  if (spent < rule.minimumSpend) return { why: 'minimum_spend', missing: rule.minimumSpend - spent }
  if (rule.kind === 'buy_x_get_y') {
    const missing = rule.buyQuantity + rule.getQuantity - unitsOf(fitting)
    if (missing > 0) return { why: 'buy_more', missing }
  }
  return rule.kind === 'free_delivery' && deliveryFee === 0 ? { why: 'delivery_free' } : null
}

function unitsOf(lines: readonly DiscountableLine[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}

function takeAll(rules: readonly DiscountRule[], { lines, deliveryFee }: CartToDiscount): Taken {
  const left = lines.map(({ price, quantity }) => price * quantity)
  const taken: Taken = {
    discounts: [],
    total: 0,
    lines: left.map(() => 0),
    delivery: 0,
    chosen: rules.map(({ id }) => id),
  }
  for (const rule of rules) {
    const isDelivery = rule.kind === 'free_delivery'
    const shares = isDelivery ? lines.map(() => 0) : sharesOf(rule, lines, left)
    const delivery = isDelivery ? (deliveryFee ?? 0) - taken.delivery : 0
    const amount = shares.reduce((sum, share) => sum + share, delivery)
    if (amount === 0 && !(isDelivery && deliveryFee === null)) continue
    for (const [n, share] of shares.entries()) {
      left[n] = (left[n] ?? 0) - share
      taken.lines[n] = (taken.lines[n] ?? 0) + share
    }
    taken.delivery += delivery
    taken.total += amount
    taken.discounts.push({ id: rule.id, amount })
  }
  return taken
}

/** What one discount takes off each line, of what is left of it. */
function sharesOf(
  rule: DiscountRule,
  lines: readonly DiscountableLine[],
  left: readonly Pesewas[],
): Pesewas[] {
  const bases = lines.map((line, n) => (takes(rule, line) ? (left[n] ?? 0) : 0))
  if (rule.kind === 'buy_x_get_y') return freeUnits(rule, lines, bases)
  const base = bases.reduce((sum, each) => sum + each, 0)
  const wanted = rule.kind === 'percent' ? Math.floor((base * rule.value + 50) / 100) : rule.value
  return spread(Math.min(wanted, base), bases, lines)
}

/** The cheapest of them are free. */
function freeUnits(
  rule: DiscountRule,
  lines: readonly DiscountableLine[],
  bases: readonly Pesewas[],
): Pesewas[] {
  // What another discount gave already is neither bought nor given once more.
  const paid = lines.map((line, n) => ({ ...line, quantity: unitsPaidBy(bases[n] ?? 0, line) }))
  const fitting = paid.map((line, n) => ({ line, n })).filter(({ line }) => takes(rule, line))
  const units = unitsOf(fitting.map(({ line }) => line))
  let free = Math.floor(units / (rule.buyQuantity + rule.getQuantity)) * rule.getQuantity
  const shares = lines.map(() => 0)
  const cheapestFirst = fitting.toSorted(
    (one, other) => one.line.price - other.line.price || one.line.productId - other.line.productId,
  )
  for (const { line, n } of cheapestFirst) {
    const here = Math.min(free, line.quantity)
    shares[n] = Math.min(here * line.price, bases[n] ?? 0)
    free -= here
  }
  return shares
}

function unitsPaidBy(base: Pesewas, { price, quantity }: DiscountableLine): number {
  return price > 0 ? Math.min(quantity, Math.floor(base / price)) : 0
}

/** In whole pesewas that add up to the amount: what rounding leaves over goes where it was nearest, and then to the smaller number. */
function spread(amount: Pesewas, bases: readonly Pesewas[], lines: readonly DiscountableLine[]): Pesewas[] {
  const sum = BigInt(bases.reduce((total, each) => total + each, 0))
  if (sum === 0n) return bases.map(() => 0)
  const parts = bases.map((base, n) => {
    const exact = BigInt(amount) * BigInt(base)
    return { n, share: Number(exact / sum), rest: exact % sum, productId: lines[n]?.productId ?? 0 }
  })
  let over = amount - parts.reduce((total, { share }) => total + share, 0)
  const nearestFirst = parts.toSorted((one, other) => {
    if (one.rest !== other.rest) return one.rest > other.rest ? -1 : 1
    return one.productId - other.productId
  })
  const shares = parts.map(({ share }) => share)
  for (const { n } of nearestFirst) {
    if (over === 0) break
    shares[n] = (shares[n] ?? 0) + 1
    over -= 1
  }
  return shares
}
