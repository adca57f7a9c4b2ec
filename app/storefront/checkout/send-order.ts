import { api } from '#app/data/api.ts'
import { type ApiProblem, isApiProblem, isUndecided } from '#app/data/api-problem.ts'
import type { PlacedOrderResponse } from '#contract/checkout.ts'
import { type CheckoutField, emptyCartText, emptyCartTitle } from '#rules/checkout-fields.ts'
import { hasMistakes, type Mistakes } from '#rules/form-mistakes.ts'
import type { OrderAttempts } from './order-attempt.ts'
import { formMistakes, orderBody, type WantedOrder } from './order-body.ts'
import { type OrderConflict, readConflict } from './order-conflict.ts'

export type OrderFailure = { title: string; text: string; hint?: string }

export type OrderOutcome =
  | { is: 'placed'; order: PlacedOrderResponse }
  | { is: 'mistaken'; mistakes: Mistakes<CheckoutField> }
  | { is: 'conflict'; conflict: OrderConflict }
  | { is: 'failed'; failure: OrderFailure }
  /** The sign-in has ended. The page is on its way to the login, which says so. */
  | { is: 'signed_out' }

const paths = { whatsapp: '/api/orders/whatsapp', mtn_momo: '/api/orders' } as const

const timeToAnswerMs = 30_000

const keptHint = 'Your cart and your details are kept. Pressing the button again never orders twice.'

/** Sends the order. The attempt stays the same until the shop has answered for good, so a lost answer costs nothing. */
export async function sendOrder(wanted: WantedOrder, attempts: OrderAttempts): Promise<OrderOutcome> {
  if (wanted.lines.length === 0) return { is: 'failed', failure: nothingToOrder }
  const { key, trackingCode } = attempts.current()
  try {
    const path = wanted.form.paymentMethod === 'mtn_momo' ? paths.mtn_momo : paths.whatsapp
    const order = await api.post<PlacedOrderResponse>(path, {
      body: orderBody(wanted, trackingCode),
      idempotencyKey: key,
      timeoutMs: timeToAnswerMs,
      keepalive: true,
      otherwise: 'Could not create order in store.',
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

/** Something between the shop and the phone may answer in the shop's place; the attempt then goes on. */
function isOrder(answer: Partial<PlacedOrderResponse> | null): answer is PlacedOrderResponse {
  return typeof answer?.id === 'number' && typeof answer.tracking_code === 'string'
}

const nothingToOrder: OrderFailure = { title: emptyCartTitle, text: emptyCartText }

const notStored: OrderFailure = {
  title: 'Order creation failed',
  text: 'Could not create order in store',
  hint: keptHint,
}

function explain(problem: ApiProblem, wanted: WantedOrder): OrderOutcome {
  const conflict = readConflict(problem, wanted)
  if (conflict) return { is: 'conflict', conflict }
  const mistakes = formMistakes(problem.fields)
  if (hasMistakes(mistakes)) return { is: 'mistaken', mistakes }
  if (problem.code === 'too_many_requests') return { is: 'failed', failure: refused(problem) }
  if (isUndecided(problem)) return { is: 'failed', failure: unexpected(problem) }
  return { is: 'failed', failure: refused(problem) }
}

function refused({ message }: ApiProblem): OrderFailure {
  return { title: 'Order failed', text: message }
}

function unexpected(error: unknown): OrderFailure {
  return {
    title: 'Checkout failed',
    text: `There was an error processing your order. Please try again. ${error instanceof Error ? error.message : ''}`.trim(),
    hint: keptHint,
  }
}
