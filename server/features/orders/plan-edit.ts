import { asc, eq } from 'drizzle-orm'
import { quantityText } from '#contract/checkout.ts'
import type { OrderEditRequest } from '#contract/orders.ts'
import { Refusal } from '#contract/refusals.ts'
import type { ShopSettings } from '#contract/settings.ts'
import { normaliseEmail } from '#rules/account-fields.ts'
import { maximumQuantity } from '#rules/cart.ts'
import { type CheckoutField, checkCheckout, checkoutWireNames } from '#rules/checkout-fields.ts'
import { formatGhs, type Pesewas } from '#rules/money.ts'
import {
  type EditableOrder,
  editsOf,
  hasOtherTerms,
  isSameDestination,
  type OrderEdit,
  splitLines,
  stockDifference,
} from '#rules/order-edit.ts'
import { jarsOf, stockOfSet } from '#rules/sets.ts'
import { piecesOf } from '#rules/unusual-order.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { putOnSale } from '../catalogue/sale-prices.ts'
import {
  describeLines,
  lockProducts,
  readProducts,
  refuseIfShort,
  type Shelf,
  toShelf,
} from '../catalogue/stock.ts'
import { readSettings } from '../settings/settings.ts'
import { phoneKey, repriceOrder, sellLine } from './agree-on-prices.ts'
import {
  agreeOnDay,
  agreeOnStaffDay,
  type ChosenDay,
  isSameRow,
  refuseWithoutPickup,
} from './delivery-days.ts'
import { type OrderDiscount, type OrderRow, orderLines } from './tables.ts'
import { refuseTooMany } from './unusual-orders.ts'
import type { SoldLine } from './write-order.ts'

/** What somebody wants to change; what is left out stays. */
type EditInput = Omit<OrderEditRequest, 'expected' | 'agreedTotal'>

/** The contents of an order, as they are or as they shall be. */
export type Contents = Omit<EditableOrder, 'lines'> & {
  subtotal: Pesewas
  discounts: OrderDiscount[]
  lines: SoldLine[]
}

export type EditPlan = {
  before: Contents
  after: Contents
  edits: OrderEdit[]
  /** By jar: more than zero goes back on the shelf. */
  stock: { productId: number; change: number }[]
  /** Why the code of the order no longer holds. */
  refused: string | null
  settings: ShopSettings
  /** The products as they would stand there without this order. */
  shelf: Shelf
}

type Planning = {
  /** Nobody sells or reprices anything meanwhile; a preview locks nothing. */
  isLocked: boolean
  /** A customer takes less or more of what was ordered; what is new is a new order. */
  isCustomer: boolean
}

/** What an edit comes to. Nothing is written. */
export async function planEdit(
  { clock }: Context,
  db: Database,
  order: OrderRow,
  input: EditInput,
  { isLocked, isCustomer }: Planning,
): Promise<EditPlan> {
  const before = await readContents(db, order)
  const wished = withoutAddress({ ...before, ...detailsOf(input) })
  refuseMistakes(before, wished)
  const wanted = input.lines ? mergeLines(input.lines) : before.lines
  if (isCustomer) refuseNewProducts(before.lines, wanted)
  const now = clock()
  const settings = await readSettings(db)
  refuseWithoutPickup(settings, wished.deliveryOption, before.deliveryOption)
  const shelf = await readShelf(db, now, { before, wanted, isLocked })
  const lines = sellLines(before.lines, wanted, shelf)
  const day = await planDay(db, before, wished, { settings, now, isLocked, isCustomer })
  const details = { ...wished, ...day }
  if (isCustomer && order.userId === null && isMore(before.lines, lines)) refuseTooMany(settings, lines)
  const asBefore = addBack(shelf, jarsOf(before.lines))
  const plan = { before, settings, shelf: asBefore }
  const stock = stockDifference(before.lines, lines)
  if (!isRepriced(before, { ...details, lines })) {
    const after = { ...details, lines }
    return { ...plan, after, edits: editsOf(before, after), stock, refused: null }
  }
  const { refused, ...sale } = await repriceOrder(db, order, {
    lines,
    destination: destinationOf(details),
    phone: details.customerPhone,
    shelf,
    settings,
    now,
    isLocked,
  })
  const after = { ...details, ...sale }
  return { ...plan, after, edits: editsOf(before, after), stock, refused }
}

type DayPlanning = Planning & { settings: ShopSettings; now: Date }

/** The day that the order has stays as long as it goes to the same row of the fee table; another one must be free there. */
async function planDay(
  db: Database,
  before: Contents,
  after: Contents,
  { settings, now, isLocked, isCustomer }: DayPlanning,
): Promise<ChosenDay> {
  const [from, destination] = [destinationOf(before), destinationOf(after)]
  const isSameDay = before.deliverOn === after.deliverOn && before.deliverSlot === after.deliverSlot
  if (isSameDay && isSameRow(settings, from, destination)) return chosenOf(after)
  if (isCustomer) return await agreeOnDay(db, chosenOf(after), { settings, destination, now, isLocked })
  return isSameDay && destination.option === 'delivery_service'
    ? chosenOf(after)
    : agreeOnStaffDay(chosenOf(after), destination, now)
}

function chosenOf({ deliverOn, deliverSlot }: Contents): ChosenDay {
  return { deliverOn, deliverSlot: deliverOn === null ? null : deliverSlot }
}

async function readContents(db: Database, order: OrderRow): Promise<Contents> {
  const rows = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, order.id))
    .orderBy(asc(orderLines.position))
  const lines = rows.map(({ orderId: _, position: __, ...line }) => line)
  const { customerName, customerPhone, customerEmail, address, city, region, zip } = order
  const { deliveryOption, deliverOn, deliverSlot, customerNote, giftNote } = order
  const { subtotal, deliveryFee, discount, discounts, total } = order
  return {
    ...{ customerName, customerPhone, customerEmail, address, city, region, zip },
    ...{ deliveryOption, deliverOn, deliverSlot, customerNote, giftNote },
    ...{ subtotal, deliveryFee, discount, discounts, total },
    lines,
  }
}

function detailsOf({ lines: _, customerEmail, ...details }: EditInput): Partial<Omit<Contents, 'lines'>> {
  const given = Object.entries(details).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(given),
    // Another day is not promised for the time of the one before.
    ...(details.deliverOn !== undefined && { deliverSlot: details.deliverSlot ?? null }),
    ...(customerEmail === undefined
      ? {}
      : { customerEmail: customerEmail ? normaliseEmail(customerEmail) : null }),
  }
}

/** The shop does not store where somebody lives who collects the order. */
function withoutAddress(contents: Contents): Contents {
  if (contents.deliveryOption !== 'pickup') return contents
  return { ...contents, address: '', city: '', region: '', zip: '' }
}

const placeFields: readonly CheckoutField[] = ['address', 'city', 'state', 'zipCode', 'deliveryOption']

/** Only of what was changed: what an old order never had, nobody has to fill in to correct a name. */
function refuseMistakes(before: Contents, after: Contents): void {
  const [was, is] = [formOf(before), formOf(after)]
  const mistakes = checkCheckout(is)
  const hasMoved = placeFields.some((field) => was[field] !== is[field])
  const fields = Object.entries(checkoutWireNames).flatMap(([name, wireName]): [string, string][] => {
    const field = name as CheckoutField
    const isChanged = was[field] !== is[field] || (hasMoved && placeFields.includes(field))
    const mistake = mistakes[field]
    return mistake && isChanged ? [[wireName, mistake]] : []
  })
  if (fields.length > 0) throw new Refusal('invalid_input', { fields: Object.fromEntries(fields) })
}

function formOf(contents: Contents) {
  return {
    fullName: contents.customerName,
    email: contents.customerEmail ?? '',
    phone: contents.customerPhone,
    address: contents.address,
    city: contents.city,
    state: contents.region,
    zipCode: contents.zip,
    deliveryOption: contents.deliveryOption,
    paymentMethod: 'whatsapp',
    customerNote: contents.customerNote,
    giftNote: contents.giftNote,
    newsBy: '',
    deliverOn: '',
  }
}

type WantedLine = { productId: number; quantity: number }

/** Two lines of one product are one line. */
function mergeLines(lines: readonly WantedLine[]): WantedLine[] {
  const merged = new Map<number, number>()
  for (const { productId, quantity } of lines) merged.set(productId, (merged.get(productId) ?? 0) + quantity)
  if ([...merged.values()].some((quantity) => quantity > maximumQuantity)) {
    throw new Refusal('invalid_input', { fields: { items: quantityText } })
  }
  return [...merged].map(([productId, quantity]) => ({ productId, quantity }))
}

function refuseNewProducts(before: readonly WantedLine[], wanted: readonly WantedLine[]): void {
  if (wanted.every(({ productId }) => before.some((line) => line.productId === productId))) return
  const text = 'Please order other products in the shop: here you change what you have ordered.'
  throw new Refusal('invalid_input', { text, fields: { items: text } })
}

/** In pieces. */
export function isMore(before: readonly WantedLine[], after: readonly WantedLine[]): boolean {
  return piecesOf(after) > piecesOf(before)
}

type Reading = { before: Contents; wanted: readonly WantedLine[]; isLocked: boolean }

/** With what the order holds, as it was sold: it comes back to these. */
async function readShelf(db: Database, now: Date, { before, wanted, isLocked }: Reading): Promise<Shelf> {
  const lines = [...before.lines, ...wanted, ...jarsOf(before.lines)]
  const ids = [...new Set(lines.map(({ productId }) => productId))]
  const found = isLocked ? await lockProducts(db, ids) : await readProducts(db, ids)
  return toShelf(await putOnSale(db, now, found))
}

/** Up to what was agreed on, at that price; what is new, at today's, if it is there. */
function sellLines(before: readonly SoldLine[], wanted: readonly WantedLine[], shelf: Shelf): SoldLine[] {
  const split = splitLines(before, wanted)
  const kept = split.flatMap(({ productId, kept: quantity }) => {
    const line = before.find((each) => each.productId === productId)
    return line && quantity > 0 ? [{ ...line, quantity }] : []
  })
  const extra = split.filter((line) => line.extra > 0)
  const freed = stockDifference(before, kept).map(({ productId, change: quantity }) => ({
    productId,
    quantity,
  }))
  const wantedMore = extra.map(({ productId, extra: quantity }) => ({ productId, quantity }))
  const left = addBack(shelf, freed)
  refuseIfShort(wantedMore, left, noMoreText(wantedMore, kept, left))
  for (const { productId } of extra) refuseOtherTerms(kept, productId, shelf)
  return split.map(({ productId, quantity, kept: agreed }) => {
    const line = before.find((each) => each.productId === productId)
    return line && agreed > 0 ? { ...line, quantity } : sellLine(productId, quantity, shelf)
  })
}

/** "Out of stock" would sound as if what was ordered were gone, too. */
function noMoreText(
  more: readonly WantedLine[],
  kept: readonly WantedLine[],
  shelf: Shelf,
): string | undefined {
  const short = describeLines(more, shelf).filter(({ available, quantity }) => available < quantity)
  const isKept = (id: number) => kept.some(({ productId }) => productId === id)
  if (!short.every(({ productId, isSold }) => isSold && isKept(productId))) return undefined
  return short
    .map(({ name, available }) =>
      available === 0 ? `There is no more of ${name}.` : `Only ${available} more of ${name} left.`,
    )
    .join(' ')
}

function refuseOtherTerms(kept: readonly SoldLine[], productId: number, shelf: Shelf): void {
  const agreed = kept.find((line) => line.productId === productId)
  const today = shelf.get(productId)
  if (agreed === undefined || today === undefined) return
  const { productName, pricePerItem, parts } = agreed
  if (!hasOtherTerms({ price: pricePerItem, parts }, today)) return
  const text =
    pricePerItem === today.price
      ? `${productName} is put together in another way now. Please order what is more of it separately.`
      : `${productName} costs ${formatGhs(today.price)} now, and ${formatGhs(pricePerItem)} was agreed. Please order what is more of it separately.`
  throw new Refusal('price_changed', { text, fields: { items: text } })
}

/** The same products with these jars back on the shelf. */
function addBack(shelf: Shelf, jars: readonly WantedLine[]): Shelf {
  const more = new Map(jars.map(({ productId, quantity }) => [productId, quantity]))
  return new Map(
    [...shelf].map(([id, product]) => {
      const parts = product.parts?.map((part) => ({
        ...part,
        stock: part.stock + (more.get(part.productId) ?? 0),
      }))
      const stock = parts ? stockOfSet(parts) : product.stock + (more.get(id) ?? 0)
      return [id, { ...product, stock, ...(parts && { parts }) }]
    }),
  )
}

/** A new name or note changes no price. Another number does where a discount belongs to one person. */
function isRepriced(before: Contents, after: Contents): boolean {
  const isSamePerson = phoneKey(before.customerPhone) === phoneKey(after.customerPhone)
  const isSameList =
    before.lines.length === after.lines.length &&
    before.lines.every(
      ({ productId, quantity }, n) =>
        after.lines[n]?.productId === productId && after.lines[n]?.quantity === quantity,
    )
  const isSamePlace = isSameDestination(destinationOf(before), destinationOf(after))
  return !isSameList || !isSamePlace || (!isSamePerson && before.discounts.length > 0)
}

function destinationOf({ deliveryOption: option, region, city }: Contents) {
  return { option, region, city }
}
