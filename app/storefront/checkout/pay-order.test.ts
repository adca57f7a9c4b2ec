import { afterEach, expect, test, vi } from 'vitest'
import { startPaymentBody } from '#contract/payments.ts'
import { payOrderOnDelivery } from '../pay/payment-calls.ts'
import { paymentFailure, refusedReference, startPayment } from './pay-order.tsx'

const order = {
  id: 1042,
  code: 'K7P2QX',
  amount: 335.5,
  name: 'Ama Serwaa',
  email: null,
  phone: '024 123 4567',
  at: 0,
}

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The network of a browser with one answer, and what it was asked. */
function answerWith(answer: () => Response): { body: unknown; path: string } {
  const asked = { body: null as unknown, path: '' }
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    Object.assign(asked, { path, body: JSON.parse(body) })
    return answer()
  })
  return asked
}

const failureOf = async (answer: () => Response) => {
  answerWith(answer)
  return startPayment(order, 'Adom Beauty').then(
    () => null,
    (error: unknown) => ({ ...paymentFailure(error), reference: refusedReference(error) }),
  )
}

test('the shop takes the payment as the page sends it', async () => {
  const asked = answerWith(() => Response.json({ referenceId: 'r', paymentUrl: '/pay/r' }))
  expect(await startPayment(order, 'Adom Beauty')).toEqual({ referenceId: 'r', paymentUrl: '/pay/r' })
  expect(asked.path).toBe('/api/payments/mtn_momo')
  expect(asked.body).toEqual({
    amount: 335.5,
    customerName: 'Ama Serwaa',
    customerEmail: null,
    customerPhone: '024 123 4567',
    orderId: 1042,
    tracking_code: 'K7P2QX',
    description: 'Adom Beauty order K7P2QX',
  })
  expect(startPaymentBody.safeParse(asked.body).error).toBeUndefined()
})

test('a refusal is shown in the shop’s words, and its payment is remembered if the shop names it', async () => {
  const refused = { error: 'We could not take the payment now.', code: 'payment_failed', referenceId: 'r' }
  expect(await failureOf(() => Response.json(refused, { status: 502 }))).toEqual({
    title: 'Payment failed',
    text: 'We could not take the payment now.',
    isAboutNumber: true,
    reference: 'r',
  })
})

test('a number that mobile money cannot ask is said to be the trouble, with the shop’s words at its field', async () => {
  const refused = {
    error: 'Please check what you entered.',
    code: 'invalid_input',
    fields: { customerPhone: 'Enter a valid MTN MoMo number' },
  }
  expect(await failureOf(() => Response.json(refused, { status: 400 }))).toMatchObject({
    text: expect.stringContaining('cannot send a prompt to this phone number'),
    isAboutNumber: true,
    mistake: 'Enter a valid MTN MoMo number',
  })
})

test('another number pays with the tracking code beside it, and the door is chosen in the same words', async () => {
  const asked = answerWith(() => Response.json({ referenceId: 'r', paymentUrl: '/pay/r' }))
  await startPayment(order, 'Adom Beauty', '055 123 4987')
  expect(asked.body).toMatchObject({ customerPhone: '055 123 4987', orderId: 1042, tracking_code: 'K7P2QX' })
  await payOrderOnDelivery(order)
  expect(asked.path).toBe('/api/payments/pay-on-delivery')
  expect(startPaymentBody.safeParse(asked.body).error).toBeUndefined()
})

test.each([
  ['an answer without words', () => new Response('', { status: 502 })],
  [
    'no answer at all',
    () => {
      throw new TypeError('Failed to fetch')
    },
  ],
])('after %s the gateway could not be connected to', async (_, answer) => {
  expect(await failureOf(answer)).toEqual({
    title: 'Payment failed',
    text: 'Could not connect to payment gateway.',
    isAboutNumber: false,
    reference: null,
  })
})
