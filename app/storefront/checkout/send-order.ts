import { api } from '#app/data/api.ts'
import { type ApiProblem, isApiProblem, isUndecided } from '#app/data/api-problem.ts'
import { stored } from '#app/data/stored.ts'
import type { PlacedOrderResponse } from '#contract/checkout.ts'
import { type CheckoutField, emptyCartText, emptyCartTitle } from '#rules/checkout-fields.ts'
import { hasMistakes, type Mistakes } from '#rules/form-mistakes.ts'
import { isTrackingCode, makeTrackingCode } from '#rules/tracking-code.ts'
import { formMistakes, orderBody, visitSource, type WantedOrder } from './checkout-values.ts'
import { type OrderConflict, readConflict } from './order-conflict.ts'

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
