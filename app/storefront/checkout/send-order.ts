import { type ApiProblem, api, isApiProblem, isUndecided } from '#app/data/api.ts'
import { stored } from '#app/data/stored.ts'
import type { LineProblem, PlacedOrderResponse } from '#contract/checkout.ts'
import type { Cart, CartLine } from '#rules/cart.ts'
import { type CheckoutField, emptyCartText, emptyCartTitle } from '#rules/checkout-fields.ts'
import { hasMistakes, type Mistakes } from '#rules/form-mistakes.ts'
import { fromCedis, type Pesewas } from '#rules/money.ts'
import { isTrackingCode, makeTrackingCode } from '#rules/tracking-code.ts'
import { formMistakes, orderBody, visitSource, type WantedOrder } from './checkout-values.ts'

export type OrderFailure = { title: string; text: string; hint?: string }

type OrderOutcome =
  | { is: 'placed'; order: PlacedOrderResponse }
  | { is: 'mistaken'; mistakes: Mistakes<CheckoutField> }
  | { is: 'conflict'; conflict: OrderConflict }
  | { is: 'failed'; failure: OrderFailure }
  /** The sign-in has ended. The page is on its way to the login, which says so. */
  | { is: 'signed_out' }

/** The shop always has words of its own; a proxy in its place may have none. */
const withoutWords = 'Failed to create order'

const timeToAnswerMs = 30_000

const retryHint = 'Your cart and your details are kept. Pressing the button again never orders twice.'

/** Sends the order. The attempt stays the same until the shop has answered for good, so a lost response costs nothing. */
export async function sendOrder(wanted: WantedOrder, attempts: OrderAttempts): Promise<OrderOutcome> {
  if (wanted.lines.length === 0) return { is: 'failed', failure: nothingToOrder }
  const { key, trackingCode } = attempts.current()
  try {
    const path = wanted.form.paymentMethod === 'mtn_momo' ? '/api/orders' : '/api/orders/whatsapp'
    const order = await api.post<PlacedOrderResponse>(path, {
      body: orderBody(wanted, trackingCode, visitSource()),
      idempotencyKey: key,
      timeoutMs: timeToAnswerMs,
      keepalive: true,
      otherwise: withoutWords,
    })
    if (!isOrder(order)) return { is: 'failed', failure: notStored }
    attempts.end()
    return { is: 'placed', order }
  } catch (error) {
    if (!isApiProblem(error)) return { is: 'failed', failure: unexpected(error) }
    if (error.code === 'not_signed_in') return { is: 'signed_out' }
    if (!isUndecided(error)) attempts.end()
    return explain(error, wanted)
  }
}

/** A proxy between the shop and the phone may answer in the shop's place; the attempt then goes on. */
function isOrder(response: Partial<PlacedOrderResponse> | null): response is PlacedOrderResponse {
  return typeof response?.id === 'number' && typeof response.tracking_code === 'string'
}

const nothingToOrder: OrderFailure = { title: emptyCartTitle, text: emptyCartText }

const notStored: OrderFailure = {
  title: 'Order creation failed',
  text: 'Could not create order in store',
  hint: retryHint,
}

function explain(problem: ApiProblem, wanted: WantedOrder): OrderOutcome {
  const conflict = readConflict(problem, wanted)
  if (conflict) return { is: 'conflict', conflict }
  const mistakes = formMistakes(problem.fields)
  if (hasMistakes(mistakes)) return { is: 'mistaken', mistakes }
  const isOpen = isUndecided(problem) && problem.code !== 'too_many_requests'
  return { is: 'failed', failure: isOpen ? unexpected(problem) : refused(problem) }
}

function refused({ message }: ApiProblem): OrderFailure {
  return {
    title: 'Order failed',
    text: message === withoutWords ? 'Could not create order in store.' : message,
  }
}

function unexpected(error: unknown): OrderFailure {
  return {
    title: 'Checkout failed',
    text: `There was an error processing your order. Please try again. ${error instanceof Error ? error.message : ''}`.trim(),
    hint: retryHint,
  }
}

/** One try to order, however often it is sent: the key tells the shop that it is still the same. */
type OrderAttempt = { key: string; trackingCode: string }

type OrderAttempts = {
  /** A cart is about to be ordered: goes on with an attempt whose end is not known yet, or begins a new one. */
  begin(): void
  /** The attempt of this cart, as every tab that shows it sends it. */
  current(): OrderAttempt
  /** The shop has answered for good: the next try is a new order. */
  end(): void
}

/**
 * Stored on the phone, not in the page: when a response was lost and the page closed, the next press of the button is
 * still the same order. So is the press in a second tab, even at the same moment or just after the first was answered:
 * both tabs hold the attempt since they opened, as what one tab stores now the other may read too late.
 */
export function openAttempts(make: () => OrderAttempt): OrderAttempts {
  const store = stored('adom_beauty_order_attempt', readAttempt)
  let inThisPage: OrderAttempt | null = null
  const hold = (attempt: OrderAttempt) => {
    inThisPage = attempt
    store.write(attempt)
    return attempt
  }
  return {
    begin: () => void hold(store.read() ?? make()),
    current: () => hold(store.read() ?? inThisPage ?? make()),
    end() {
      inThisPage = null
      store.remove()
    },
  }
}

export function makeAttempt(): OrderAttempt {
  return { key: randomKey(), trackingCode: makeTrackingCode(randomBelow) }
}

/** `crypto.randomUUID` is missing on pages without https, such as a shop tried out in a local network. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Numbers from the uneven end of the range are thrown again, so that every letter is equally likely. */
export function randomBelow(bound: number): number {
  const even = 256 - (256 % bound)
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < even) return byte % bound
  }
}

function readAttempt(content: unknown): OrderAttempt | null {
  if (typeof content !== 'object' || content === null) return null
  const { key, trackingCode } = content as Record<string, unknown>
  const isWhole = /^[0-9a-f]{32}$/.test(String(key)) && isTrackingCode(String(trackingCode))
  return isWhole ? { key: String(key), trackingCode: String(trackingCode) } : null
}

export type NewPrice = { productId: number; name: string; quantity: number; old: Pesewas; now: Pesewas }

type NewFee = { old: Pesewas; now: Pesewas }

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
