import type { PlacedOrderAnswer } from '../../../contract/checkout.ts'
import type { Cart } from '../../../rules/cart.ts'
import type { CheckoutField, CheckoutForm } from '../../../rules/checkout-fields.ts'
import { hasMistakes, type Mistakes } from '../../../rules/form-mistakes.ts'
import { api } from '../../data/api.ts'
import { type ApiProblem, isApiProblem, isUndecided } from '../../data/api-problem.ts'
import type { OrderAttempts } from './order-attempt.ts'
import { formMistakes, orderBody } from './order-body.ts'
import { type OrderConflict, readConflict } from './order-conflict.ts'

export type OrderFailure = { title: string; text: string; hint?: string }

export type OrderOutcome =
  | { is: 'placed'; order: PlacedOrderAnswer }
  | { is: 'mistaken'; mistakes: Mistakes<CheckoutField> }
  | { is: 'conflict'; conflict: OrderConflict }
  | { is: 'failed'; failure: OrderFailure }

const paths = { whatsapp: '/api/orders/whatsapp', mtn_momo: '/api/orders' } as const

const timeToAnswerMs = 30_000

/** Sends the order. The attempt stays the same until the shop has answered for good, so a lost answer costs nothing. */
export async function sendOrder(
  form: CheckoutForm,
  lines: Cart,
  attempts: OrderAttempts,
): Promise<OrderOutcome> {
  const { key, trackingCode } = attempts.current()
  try {
    const path = form.paymentMethod === 'mtn_momo' ? paths.mtn_momo : paths.whatsapp
    const order = await api.post<PlacedOrderAnswer>(path, {
      body: orderBody(form, lines, trackingCode),
      idempotencyKey: key,
      timeoutMs: timeToAnswerMs,
      keepalive: true,
      otherwise: 'Could not create order in store.',
      quietWhenSignedOut: true,
    })
    attempts.end()
    return { is: 'placed', order }
  } catch (error) {
    if (!isApiProblem(error)) return { is: 'failed', failure: unexpected(error) }
    if (!isUndecided(error)) attempts.end()
    return explain(error, lines)
  }
}

function explain(problem: ApiProblem, lines: Cart): OrderOutcome {
  const conflict = readConflict(problem, lines)
  if (conflict) return { is: 'conflict', conflict }
  const mistakes = formMistakes(problem.fields)
  if (hasMistakes(mistakes)) return { is: 'mistaken', mistakes }
  if (isUndecided(problem)) return { is: 'failed', failure: unexpected(problem) }
  return { is: 'failed', failure: { title: 'Order failed', text: problem.message } }
}

function unexpected(error: unknown): OrderFailure {
  return {
    title: 'Checkout failed',
    text: `There was an error processing your order. Please try again. ${error instanceof Error ? error.message : ''}`.trim(),
    hint: 'Your cart and your details are kept. Pressing the button again never orders twice.',
  }
}
