import { type OrderRequest, quantityText } from '#contract/checkout.ts'
import { Refusal } from '#contract/refusals.ts'
import type { ShopSettings } from '#contract/settings.ts'
import { maximumQuantity } from '#rules/cart.ts'
import { type Pesewas, toCedis } from '#rules/money.ts'
import type { ManualOrderSource } from '#rules/order-status.ts'
import { holdMinutes, type PaymentMethod } from '#rules/payment-states.ts'
import type { Context } from '#server/platform/context.ts'
import { atOnce, type Database, inTransaction } from '#server/platform/database/database.ts'
import { isStaff, type Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { hasOpenSales, listOpenSales, salePrices } from '../catalogue/sale-prices.ts'
import { announceScarce, lockProducts, refuseIfShort, toShelf } from '../catalogue/stock.ts'
import {
  countAskedNumber,
  countGuess,
  findCandidates,
  noCandidates,
  readOffered,
} from '../discounts/find-discounts.ts'
import { takeUses } from '../discounts/use-discounts.ts'
import { announce } from '../events/announce.ts'
import { readOpening } from '../opening/opening.ts'
import { readSettings } from '../settings/settings.ts'
import { agreeOnPrices, phoneKey, type RequestedLine } from './agree-on-prices.ts'
import { agreeOnDay, agreeOnStaffDay, refuseWithoutPickup } from './delivery-days.ts'
import {
  findPlaced,
  identify,
  type PlacedOrder,
  type RequestIdentity,
  withLines,
} from './find-placed-order.ts'
import { limitOrders } from './limit-orders.ts'
import { alertOfUnusual, findUnusual, refuseTooMany } from './unusual-orders.ts'
import { factsOf, type PlacedRow, takeOrderStock, writeOrder, writeOrderParts } from './write-order.ts'

/** Who orders, and from where. What the staff took by phone or chat is not the order of whoever typed it. */
type Buyer = {
  viewer: Viewer | null
  address: string
  manual?: { source: ManualOrderSource; note: string }
}

/** One order is placed once, with its stock, its history and its messages, or not at all. */
export async function placeOrder(
  context: Context,
  buyer: Buyer,
  request: OrderRequest,
  givenKey: string | null,
): Promise<PlacedOrder> {
  try {
    return await placeOnce(context, buyer, request, givenKey)
  } catch (error) {
    if (!buyer.manual && isAboutPrices(error))
      await countAskedNumber(context, buyer.address, phoneKey(request.customerPhone))
    throw error
  }
}

function isAboutPrices(error: unknown): boolean {
  return error instanceof Refusal && (error.code === 'price_changed' || error.code === 'discount_refused')
}

async function placeOnce(
  context: Context,
  buyer: Buyer,
  request: OrderRequest,
  givenKey: string | null,
): Promise<PlacedOrder> {
  if (request.paymentMethod === 'mtn_momo' && context.config.payments.gateway === 'none') {
    throw new Refusal('invalid_input', {
      fields: { payment_method: 'Online payment is not offered at the moment' },
    })
  }
  const lines = mergeLines(request.lines)
  const identity = identify(request, lines, givenKey)
  if (request.discountCode) await countGuess(context, buyer.address, request.discountCode)
  const known = await readKnown(context, request)
  return await inTransaction(context.db, async (db) => {
    const earlier = await findPlaced(db, request, identity)
    // Whoever brings an order knows its code and contents; only its key shows that the customer asks again.
    if (earlier && givenKey === null) return { ...earlier, order: { ...earlier.order, deliveryPin: null } }
    return earlier ?? (await placeNew(context, db, buyer, request, { lines, identity, known }))
  })
}

/** What holds when an order comes in, however long it then waits for its turn. */
type Known = {
  at: Date
  settings: ShopSettings
  isOpen: boolean
  hasSales: boolean
  hasDiscounts: boolean
}

/**
 * It is remembered, as for pages, so that an order mostly asks for none of it; most come while no sale is planned and no discount holds.
 * Read before the transaction, which has the only connection that an order may hold.
 */
async function readKnown(context: Context, { discountCode = '' }: OrderRequest): Promise<Known> {
  const at = context.clock()
  const [settings, { isOpen }, hasSales, { offersAutomatic = false }] = await Promise.all([
    readSettings(context.db),
    readOpening(context),
    hasOpenSales(context.db, at),
    readOffered(context),
  ])
  return { at, settings, isOpen, hasSales, hasDiscounts: offersAutomatic || discountCode !== '' }
}

type Placing = { lines: readonly RequestedLine[]; identity: RequestIdentity; known: Known }

async function placeNew(
  context: Context,
  db: Database,
  buyer: Buyer,
  request: OrderRequest,
  { lines, identity, known: { at, settings, isOpen, hasSales, hasDiscounts } }: Placing,
): Promise<PlacedOrder> {
  const { viewer, manual } = buyer
  const ids = lines.map(({ productId }) => productId)
  const { discountCode = '' } = request
  const [isOneOfMany, locked, sales, candidates] = await atOnce(
    limitOrders(context, db, buyer, request.customerPhone),
    lockProducts(db, ids),
    hasSales ? listOpenSales(db, at, ids) : Promise.resolve([]),
    hasDiscounts ? findCandidates(db, discountCode, at) : Promise.resolve(noCandidates),
  )
  // Whoever works here may try out the checkout before the shop opens.
  if (!isOpen && !manual && !(viewer && isStaff(viewer))) throw new Refusal('shop_closed')
  const shelf = toShelf(salePrices(sales, at, locked))
  refuseIfShort(lines, shelf)
  refuseWithoutPickup(settings, request.deliveryOption)
  if (!manual) refuseUnoffered(settings, request.paymentMethod)
  if (!manual && viewer === null) refuseTooMany(settings, lines)
  const { deliverOn = null, deliverSlot = null, deliveryOption: option, region, city } = request
  const choosing = { settings, destination: { option, region, city }, now: at, isLocked: true }
  const day = manual
    ? agreeOnStaffDay({ deliverOn, deliverSlot }, choosing.destination, at)
    : await agreeOnDay(db, { deliverOn, deliverSlot }, choosing)
  const offer = { shelf, settings, candidates, now: at }
  const { lines: sold, ...amounts } = await agreeOnPrices(db, request, lines, offer)
  if (!manual) refuseNothingToPay(request.paymentMethod, amounts)
  const placedBy = viewer?.id ?? null
  // Whoever typed it knows of it.
  const staffId = manual ? placedBy : null
  const createdAt = context.clock()
  const toConfirm = manual ? [] : await findUnusual(db, lines, shelf, isOneOfMany)
  const order = await writeOrder(
    context.random,
    db,
    {
      ...detailsOf(request),
      ...amounts,
      ...day,
      source: 'shop',
      ...manual,
      userId: manual ? null : placedBy,
      requestKey: identity.key,
      contentsHash: identity.contents,
      createdAt,
      toConfirm,
      holdUntil: request.paymentMethod === 'mtn_momo' && !manual ? holdFrom(createdAt) : null,
    },
    request.proposedCode ?? '',
  )
  const phone = phoneKey(request.customerPhone)
  await takeUses(db, { id: order.id, phone, at: createdAt }, order.discounts)
  const [moved] = await atOnce(
    takeOrderStock(db, order, sold, placedBy),
    writeOrderParts(db, order, { lines: sold, placedBy }),
    announce(context, db, { type: 'order.created', facts: factsOf(order) }, staffId),
    manual ? recordManualOrder(db, order, placedBy) : alertOfUnusual(context, db, order),
    context.invalidation.publish(db, 'catalogue'),
  )
  await announceScarce(context, db, moved, staffId, settings)
  return { order: withLines(order, sold), isRepeat: false }
}

/** What the owner has switched off while a checkout lay open is not taken any more. */
function refuseUnoffered({ paymentMethods }: ShopSettings, method: PaymentMethod): void {
  if (paymentMethods[method]) return
  throw new Refusal('invalid_input', {
    fields: { payment_method: 'This way to pay is not offered at the moment' },
  })
}

/** No gateway takes a payment of nothing. */
function refuseNothingToPay(
  method: PaymentMethod,
  { discount, total }: { discount: Pesewas; total: Pesewas },
) {
  if (method !== 'mtn_momo' || discount === 0 || total > 0) return
  throw new Refusal('invalid_input', {
    fields: { payment_method: 'There is nothing left to pay online. Please choose to pay on delivery.' },
  })
}

/** Who orders and where to; prices and lines are written as the shop knows them. */
function detailsOf({
  lines: _lines,
  agreedSubtotal: _subtotal,
  agreedDeliveryFee: _fee,
  agreedDiscount: _discount,
  discountCode: _code,
  proposedCode: _proposed,
  visitSource: _source,
  ...details
}: OrderRequest) {
  return details
}

/** An online order keeps its products for a while; what nobody pays for goes back on the shelf. */
function holdFrom(createdAt: Date): Date {
  return new Date(createdAt.getTime() + holdMinutes * 60_000)
}

async function recordManualOrder(db: Database, order: PlacedRow, actorId: string | null): Promise<void> {
  const { id: thingId, createdAt: at, trackingCode: code, source, total } = order
  const after = { code, source, total: toCedis(total) }
  await recordChange(db, { at, actorId, thing: 'order', thingId, action: 'took an order', after })
}

/** Two lines of one product are one line: each alone might pass where both together are too many. */
function mergeLines(lines: OrderRequest['lines']): RequestedLine[] {
  const merged = new Map<number, RequestedLine>()
  for (const { productId, quantity, agreedPrice } of lines) {
    const line = merged.get(productId) ?? { productId, quantity: 0, agreedPrices: [] }
    line.quantity += quantity
    if (agreedPrice !== undefined) line.agreedPrices.push(agreedPrice)
    merged.set(productId, line)
  }
  if ([...merged.values()].some(({ quantity }) => quantity > maximumQuantity)) {
    throw new Refusal('invalid_input', { fields: { items: quantityText } })
  }
  return [...merged.values()]
}
