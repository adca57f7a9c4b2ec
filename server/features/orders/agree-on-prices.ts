import { and, ne } from 'drizzle-orm'
import { z } from 'zod'
import { newPricesDetails, type OrderRequest } from '#contract/checkout.ts'
import { Refusal } from '#contract/refusals.ts'
import type { CheckDiscounts } from '#contract/sales-and-discounts.ts'
import type { ShopSettings } from '#contract/settings.ts'
import { type Destination, orderTotal } from '#rules/delivery-fee.ts'
import { formatGhs, type OrderTotal, type Pesewas, subtotalOf } from '#rules/money.ts'
import { editedFee } from '#rules/order-edit.ts'
import { normalisePhone } from '#rules/phone-number.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { putOnSale } from '../catalogue/sale-prices.ts'
import { describeLines, readProducts, type Shelf, toShelf } from '../catalogue/stock.ts'
import {
  type Candidates,
  countGuess,
  type Discounted,
  discountCart,
  findCandidates,
  withHeld,
} from '../discounts/find-discounts.ts'
import { lockCandidates } from '../discounts/use-discounts.ts'
import { readSettings } from '../settings/settings.ts'
import { hasNumber } from './order-search.ts'
import { type OrderDiscount, type OrderRow, orders, type SoldPart } from './tables.ts'
import type { SoldLine } from './write-order.ts'

export type RequestedLine = { productId: number; quantity: number; agreedPrices: Pesewas[] }

type Sale = OrderTotal & { discount: Pesewas; discounts: OrderDiscount[]; lines: SoldLine[] }

type Offer = { shelf: Shelf; settings: ShopSettings; candidates: Candidates; now: Date }

/**
 * Our prices count: what one unit costs, then the discounts on the sum of the lines and on the delivery fee. Where the customer was
 * shown others, or typed a code that does not hold, nothing is sold before they have seen the new ones.
 */
export async function agreeOnPrices(
  db: Database,
  request: OrderRequest,
  lines: readonly RequestedLine[],
  { shelf, settings, candidates: seen, now }: Offer,
): Promise<Sale> {
  const phone = phoneKey(request.customerPhone)
  const sold = lines.map(({ productId, quantity }) => sellLine(productId, quantity, shelf))
  const destination = { option: request.deliveryOption, region: request.region, city: request.city }
  const before = orderTotal(toPriced(sold), destination, settings.deliveryFees)
  refuseTooDear(before.subtotal)
  const candidates = await lockCandidates(db, seen, phone)
  const customer = { phone, isFirstOrder: () => isFirstOrder(db, phone) }
  const taken = await discountCart(db, candidates, {
    lines: toDiscountable(sold, shelf),
    deliveryFee: before.deliveryFee,
    customer,
    now,
  })
  const total = { ...before, total: before.total - taken.total }
  const isAgreed =
    taken.refused === null &&
    lines.every(({ agreedPrices }, n) => agreedPrices.every((price) => price === sold[n]?.pricePerItem)) &&
    fits(request.agreedSubtotal, total.subtotal) &&
    fits(request.agreedDeliveryFee, total.deliveryFee) &&
    fits(request.agreedDiscount, taken.total)
  if (!isAgreed) {
    const items = describeLines(lines, shelf)
    const { discounts, total: discount, refused } = taken
    const details = z.encode(newPricesDetails, { items, ...total, discounts, discount })
    throw refused === null
      ? new Refusal('price_changed', { details })
      : new Refusal('discount_refused', { text: refused, details })
  }
  return {
    ...total,
    lines: sold.map((line, n) => ({ ...line, discount: taken.lines[n] ?? 0 })),
    discount: taken.total,
    discounts: taken.discounts,
  }
}

type EditedSale = Sale & { refused: string | null }

type Edited = {
  lines: readonly SoldLine[]
  destination: Destination
  phone: string
  shelf: Shelf
  settings: ShopSettings
  now: Date
  /** Nobody else uses the discounts meanwhile; a preview locks nothing. */
  isLocked: boolean
}

/**
 * What an order costs that is changed, by the same rules: its lines have their prices already. What it uses is asked again whether
 * it holds for these lines, and what holds by itself today may join it; a code that no longer holds falls away.
 */
export async function repriceOrder(
  db: Database,
  order: OrderRow,
  { lines, destination, phone: typed, shelf, settings, now, isLocked }: Edited,
): Promise<EditedSale> {
  const { discounts: used, deliveryOption: option, region, city } = order
  const phone = phoneKey(typed)
  const subtotal = subtotalOf(toPriced(lines))
  refuseTooDear(subtotal)
  const before = { to: { option, region, city }, subtotal: order.subtotal }
  const after = { to: destination, subtotal }
  const deliveryFee = editedFee(order.deliveryFee, before, after, settings.deliveryFees)
  const code = used.find((each) => each.code !== null)?.code ?? ''
  const seen = await withHeld(db, await findCandidates(db, code, now), used)
  const taken = await discountCart(db, isLocked ? await lockCandidates(db, seen, phone) : seen, {
    lines: toDiscountable(lines, shelf),
    deliveryFee,
    customer: { phone, isFirstOrder: () => isFirstOrder(db, phone, order.id) },
    now,
    held: {
      orderId: order.id,
      ids: used.map(({ id }) => id),
      isSamePerson: phone === phoneKey(order.customerPhone),
    },
  })
  return {
    lines: lines.map((line, n) => ({ ...line, discount: taken.lines[n] ?? 0 })),
    subtotal,
    deliveryFee,
    discount: taken.total,
    discounts: taken.discounts,
    total: subtotal + deliveryFee - taken.total,
    refused: taken.refused,
  }
}

type Quote = Omit<OrderTotal, 'deliveryFee'> &
  Pick<Discounted, 'discounts' | 'refused'> & { deliveryFee: Pesewas | null; discount: Pesewas }

/** What a cart would cost now. Nothing is locked, and nothing is promised to anybody in person. */
export async function quoteCart(
  context: Context,
  address: string,
  { lines: wanted, discountCode, deliveryOption: option, region, city }: CheckDiscounts,
): Promise<Quote> {
  const { db, clock } = context
  await countGuess(context, address, discountCode)
  const now = clock()
  const products = await readProducts(db, [...new Set(wanted.map(({ productId }) => productId))])
  const shelf = toShelf(await putOnSale(db, now, products))
  const sold = describeLines(wanted, shelf)
    .filter(({ isSold }) => isSold)
    .map(({ productId, quantity }) => sellLine(productId, quantity, shelf))
  const { deliveryFees } = await readSettings(db)
  const isKnown = option !== 'delivery_service' || Boolean(region && city)
  const to = { option, region: region ?? '', city: city ?? '' }
  const { subtotal, deliveryFee } = orderTotal(toPriced(sold), to, deliveryFees)
  const fee = isKnown ? deliveryFee : null
  const taken = await discountCart(db, await findCandidates(db, discountCode, now), {
    lines: toDiscountable(sold, shelf),
    deliveryFee: fee,
    customer: null,
    now,
  })
  const { discounts, refused, total: discount } = taken
  return { subtotal, deliveryFee: fee, total: subtotal + (fee ?? 0) - discount, discount, discounts, refused }
}

/** More does not fit into the columns of an order. */
const highestSubtotal: Pesewas = 2_000_000_000

function refuseTooDear(subtotal: Pesewas): void {
  if (subtotal <= highestSubtotal) return
  const items = `An order can cost at most ${formatGhs(highestSubtotal)}. Please order less at a time.`
  throw new Refusal('invalid_input', { text: items, fields: { items } })
}

function toPriced(sold: readonly SoldLine[]) {
  return sold.map(({ pricePerItem, quantity }) => ({ price: pricePerItem, quantity }))
}

function toDiscountable(sold: readonly SoldLine[], shelf: Shelf) {
  return sold.map(({ productId, pricePerItem: price, quantity }) => {
    return { productId, category: shelf.get(productId)?.category ?? '', price, quantity }
  })
}

/** At today's price. */
export function sellLine(productId: number, quantity: number, shelf: Shelf): SoldLine {
  const product = shelf.get(productId)
  if (product === undefined) throw new Error('A line was sold that is not on the shelf')
  const { name: productName, pictureId, price: pricePerItem } = product
  const parts = product.parts?.map(toSoldPart) ?? null
  return { productId, productName, pictureId, quantity, pricePerItem, discount: 0, parts }
}

function toSoldPart({ productId, name, quantity }: SoldPart): SoldPart {
  return { productId, name, quantity }
}

function fits(agreed: Pesewas | undefined, today: Pesewas): boolean {
  return agreed === undefined || agreed === today
}

/** One spelling for one person. */
export function phoneKey(typed: string): string {
  return normalisePhone(typed) ?? typed
}

async function isFirstOrder(db: Database, phone: string, exceptOrder = 0): Promise<boolean> {
  const [earlier] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(hasNumber(phone), ne(orders.status, 'Cancelled'), ne(orders.id, exceptOrder)))
    .limit(1)
  return earlier === undefined
}
