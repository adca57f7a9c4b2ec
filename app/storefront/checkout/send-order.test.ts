import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CheckoutForm } from '#rules/checkout-fields.ts'
import { isTrackingCode } from '#rules/tracking-code.ts'
import { forbiddenStorage, openFakeStorage } from '#server/testing/fake-storage.ts'
import { makeAttempt, openAttempts, randomBelow, sendOrder } from './send-order.ts'

const form: CheckoutForm = {
  fullName: 'Ama Serwaa',
  email: '',
  phone: '024 123 4567',
  address: 'House 14',
  city: 'Kumasi',
  state: 'Ashanti',
  zipCode: '',
  deliveryOption: 'delivery_service',
  paymentMethod: 'whatsapp',
  customerNote: '',
  giftNote: '',
  newsBy: '',
  deliverOn: '',
}
const lines = [{ product: { id: 1, name: 'Hibiscus Glow Serum', price: 14500 }, quantity: 1 }]
const wanted = { form, lines, fee: 4500 }

type Answer = (request: { url: string; key: string | null }) => Response | Promise<Response>

let seen: { url: string; key: string | null }[]

beforeEach(() => {
  seen = []
  vi.stubGlobal('localStorage', openFakeStorage())
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The network of a browser, with the shop's answers one after the other. */
function answerWith(...answers: Answer[]): void {
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    const request = { url, key: headers['idempotency-key'] ?? null }
    seen.push(request)
    const answer = answers[seen.length - 1]
    if (!answer) throw new Error('No answer is left')
    return answer(request)
  })
}

const says = (status: number, body: unknown) => () => Response.json(body, { status })
const isLost = () => {
  throw new TypeError('Failed to fetch')
}
const placed = says(201, { id: 1042, tracking_code: 'K7P2QX' })

/** A secure source that gives these bytes, one with each question. */
function drawFrom(bytes: number[]): void {
  const getRandomValues = (into: Uint8Array) => {
    const byte = bytes.shift()
    if (byte === undefined) throw new Error('Nothing is left to draw')
    return into.fill(byte)
  }
  vi.stubGlobal('crypto', { getRandomValues })
}

test('the proposed tracking code comes from the secure source', () => {
  // The first is for the key, the others for one letter each.
  drawFrom([7, 0, 1, 2, 29, 30, 31])
  expect(makeAttempt().trackingCode).toBe('ABC789')
})

test('every number below the bound is equally likely: bytes that would favour the first ones are drawn again', () => {
  drawFrom([255, 250, 249, 10])
  expect([randomBelow(10), randomBelow(10)]).toEqual([9, 0])
  drawFrom(Array.from({ length: 256 }, (_, byte) => byte))
  const drawn = Array.from({ length: 250 }, () => randomBelow(10))
  for (let n = 0; n < 10; n++) expect(drawn.filter((each) => each === n)).toHaveLength(25)
  expect(() => randomBelow(10)).toThrow('Nothing is left to draw')
})

test('a lost answer is reported, and the next press sends the same order', async () => {
  answerWith(isLost, says(503, { error: 'The shop is very busy.', code: 'busy' }), placed)
  const attempts = openAttempts(makeAttempt)
  const first = await sendOrder(wanted, attempts)
  expect(first).toMatchObject({ is: 'failed', failure: { title: 'Checkout failed' } })
  expect(first).toMatchObject({
    failure: { text: expect.stringMatching(/^There was an error processing your order. Please try again./) },
  })
  await sendOrder(wanted, attempts)
  expect(await sendOrder(wanted, attempts)).toMatchObject({ is: 'placed' })
  expect(new Set(seen.map(({ key }) => key)).size).toBe(1)
})

test('an order after a placed one is a new order', async () => {
  answerWith(placed, placed)
  const attempts = openAttempts(makeAttempt)
  await sendOrder(wanted, attempts)
  await sendOrder(wanted, attempts)
  expect(new Set(seen.map(({ key }) => key)).size).toBe(2)
})

test('a choice that the shop leaves ends the attempt', async () => {
  answerWith(says(409, { error: 'No.', code: 'out_of_stock', items: [] }), placed)
  const attempts = openAttempts(makeAttempt)
  expect(await sendOrder(wanted, attempts)).toMatchObject({ is: 'conflict' })
  await sendOrder(wanted, attempts)
  expect(seen[0]?.key).not.toBe(seen[1]?.key)
})

test('a mistake that only the shop finds is shown at its field', async () => {
  answerWith(says(400, { error: 'No.', code: 'invalid_input', fields: { customer_phone: 'Not a number' } }))
  expect(await sendOrder(wanted, openAttempts(makeAttempt))).toEqual({
    is: 'mistaken',
    mistakes: { phone: 'Not a number' },
  })
})

test('another refusal says the shop’s words, or that the order could not be created', async () => {
  answerWith(
    says(400, { error: 'Too many products.', code: 'invalid_input' }),
    () => new Response('', { status: 400 }),
  )
  const attempts = openAttempts(makeAttempt)
  expect(await sendOrder(wanted, attempts)).toMatchObject({
    failure: { title: 'Order failed', text: 'Too many products.' },
  })
  expect(await sendOrder(wanted, attempts)).toMatchObject({
    failure: { title: 'Order failed', text: 'Could not create order in store.' },
  })
})

test('a call that fails without words says that the order was not created, and the next press is still the same order', async () => {
  answerWith(() => new Response('', { status: 500 }), placed)
  const attempts = openAttempts(makeAttempt)
  expect(await sendOrder(wanted, attempts)).toMatchObject({
    failure: {
      title: 'Checkout failed',
      text: 'There was an error processing your order. Please try again. Failed to create order',
    },
  })
  await sendOrder(wanted, attempts)
  expect(seen[0]?.key).toBe(seen[1]?.key)
})

test('whoever ordered too often reads how long to wait, and the next press is still the same order', async () => {
  const text = 'Many orders have come from here in a short time. Please try again in 7 minutes.'
  answerWith(says(429, { error: text, code: 'too_many_requests' }), placed)
  const attempts = openAttempts(makeAttempt)
  expect(await sendOrder(wanted, attempts)).toEqual({
    is: 'failed',
    failure: { title: 'Order failed', text },
  })
  await sendOrder(wanted, attempts)
  expect(seen[0]?.key).toBe(seen[1]?.key)
})

test('an answer that is no order is reported, and the next press is still the same order', async () => {
  answerWith(says(200, { page: 'Welcome to the hotel network' }), placed)
  const attempts = openAttempts(makeAttempt)
  expect(await sendOrder(wanted, attempts)).toMatchObject({
    failure: { title: 'Order creation failed', text: 'Could not create order in store' },
  })
  expect(await sendOrder(wanted, attempts)).toMatchObject({ is: 'placed' })
  expect(seen[0]?.key).toBe(seen[1]?.key)
})

test('a sign-in that has ended stops the order without ending the attempt', async () => {
  answerWith(says(401, { error: 'Please sign in to continue.', code: 'not_signed_in' }), placed)
  const attempts = openAttempts(makeAttempt)
  expect(await sendOrder(wanted, attempts)).toEqual({ is: 'signed_out' })
  await sendOrder(wanted, attempts)
  expect(seen[0]?.key).toBe(seen[1]?.key)
})

test('an empty cart is not sent', async () => {
  answerWith()
  expect(await sendOrder({ ...wanted, lines: [] }, openAttempts(makeAttempt))).toEqual({
    is: 'failed',
    failure: {
      title: 'Cart is empty',
      text: 'Please add some products to your cart before checkout.',
    },
  })
  expect(seen).toEqual([])
})

test('an order is one call: no second one stores it, and none takes its stock', async () => {
  answerWith(placed)
  expect(await sendOrder(wanted, openAttempts(makeAttempt))).toMatchObject({ is: 'placed' })
  expect(seen).toHaveLength(1)
})

test('an order by chat and one that is paid online go to their own addresses', async () => {
  answerWith(placed, placed)
  const attempts = openAttempts(makeAttempt)
  await sendOrder(wanted, attempts)
  await sendOrder({ ...wanted, form: { ...form, paymentMethod: 'mtn_momo' } }, attempts)
  expect(seen.map(({ url }) => url)).toEqual(['/api/orders/whatsapp', '/api/orders'])
})

test('an attempt stays the same until it has ended, in every tab and after a reload', () => {
  const first = openAttempts(makeAttempt).current()
  expect(openAttempts(makeAttempt).current()).toEqual(first)
})

/** Two tabs show one cart; the first has sent it and been answered. */
function openTwoTabs() {
  const [one, other] = [openAttempts(makeAttempt), openAttempts(makeAttempt)]
  one.begin()
  other.begin()
  const sent = one.current()
  one.end()
  return { other, sent }
}

test('tabs that show one cart send one attempt, also when the first has just been answered', () => {
  const { other, sent } = openTwoTabs()
  expect(other.current()).toEqual(sent)
})

test('a cart filled anew in a tab that stayed open begins a new attempt', () => {
  const { other, sent } = openTwoTabs()
  other.begin()
  expect(other.current()).not.toEqual(sent)
})

test('after the end a new order has a new key and a new code', () => {
  const attempts = openAttempts(makeAttempt)
  const first = attempts.current()
  attempts.end()
  const second = attempts.current()
  expect(second.key).not.toBe(first.key)
  expect(second.trackingCode).not.toBe(first.trackingCode)
})

test('where nothing can be stored the attempt lasts as long as the page', () => {
  for (const storage of [undefined, forbiddenStorage]) {
    vi.stubGlobal('localStorage', storage)
    const attempts = openAttempts(makeAttempt)
    const first = attempts.current()
    expect(attempts.current()).toEqual(first)
    attempts.end()
    expect(attempts.current()).not.toEqual(first)
  }
})

test.each(['', '{', '"text"', '{"key":"short","trackingCode":"K7P2QX"}', '{"key":null}'])(
  'a damaged attempt (%s) is replaced',
  (text) => {
    localStorage.setItem('adom_beauty_order_attempt', text)
    const { key, trackingCode } = openAttempts(makeAttempt).current()
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(isTrackingCode(trackingCode)).toBe(true)
  },
)

test('codes use every letter and digit that looks like no other', () => {
  const seen = new Set(Array.from({ length: 600 }, () => makeAttempt().trackingCode).join(''))
  expect(seen.size).toBe(32)
})
