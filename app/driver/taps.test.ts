import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DriverDayResponse } from '#contract/delivery.ts'
import type { StepTap } from '#rules/offline-action-queue.ts'
import { apiProblem } from '../data/api-problem.ts'
import { anyTap, deliveredTap, shippedOrder } from './sample-delivery.ts'
import { applyTap, refusalMessage, sendTap, tapLabel } from './taps.ts'

const day: DriverDayResponse = {
  orders: [shippedOrder, { ...shippedOrder, id: 2 }],
  counts: { total: 2, in_progress: 2, completed: 0, issues: 0 },
  cash: { due: 0, collected: 0, open: 0, in_hand: 50, deliveries: [] },
}

const tap: StepTap = {
  ...deliveredTap,
  cash: { collected: 28_000, reason: 'No change' },
  proofCode: 'K7P2QX',
}

test('a step that the shop took is in the list at once, with its cash and its proof', () => {
  const { orders, cash } = applyTap(day, tap)
  expect(orders[0]).toMatchObject({ order_status: 'Delivered', collected: 280, has_code: true })
  expect(orders[1]?.order_status).toBe('Shipped')
  expect(cash).toMatchObject({ due: 290, collected: 280, open: 10, in_hand: 330 })
  expect(cash.deliveries).toMatchObject([{ order_id: 1, collected: 280, reason: 'No change' }])
})

test('a correction replaces the amount, and what was due stays what was collected and what is open', () => {
  const corrected = applyTap(applyTap(day, tap), {
    ...anyTap,
    kind: 'cash',
    cash: { collected: 29_000, reason: '' },
  })
  expect(corrected.cash).toMatchObject({ due: 290, collected: 290, open: 0, in_hand: 340 })
  expect(corrected.cash.deliveries).toHaveLength(1)
  expect(corrected.orders[0]).toMatchObject({ order_status: 'Delivered', collected: 290, cash_reason: '' })
})

test('a photo counts, and a tap on an order that is not on this phone changes nothing', () => {
  expect(applyTap(day, { ...anyTap, kind: 'photo', photo: 'a' }).orders[0]?.photos).toBe(1)
  expect(applyTap(day, { ...tap, orderId: 9 })).toBe(day)
  expect(applyTap(day, { ...tap, cash: null }).cash).toBe(day.cash)
})

const cashTap: StepTap = {
  ...deliveredTap,
  key: 'a-key',
  orderId: 7,
  cash: { collected: 29_050, reason: '' },
}

type Asked = { url: string; method: string; key: string | null; body: unknown }

/** The network as the phone meets it: what was asked, and what came back. */
function openNetwork(answer: () => Response | Promise<Response>): Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', (url: string, { method, headers, body }: RequestInit) => {
    const key = new Headers(headers).get('idempotency-key')
    asked.push({ url, method: String(method), key, body: JSON.parse(String(body)) })
    return Promise.resolve().then(answer)
  })
  return asked
}

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  const none = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('localStorage', none)
})
afterEach(() => vi.unstubAllGlobals())

test('a step carries its key, the status that the driver saw, the time of the tap and the cash', async () => {
  const asked = openNetwork(() => Response.json({ id: 7 }))
  expect(await sendTap(cashTap)).toEqual({ is: 'done' })
  expect(asked).toEqual([
    {
      url: '/api/orders/7',
      method: 'PUT',
      key: 'a-key',
      body: {
        status: 'Delivered',
        expected_status: 'Shipped',
        tapped_at: '2026-03-05T09:00:00.000Z',
        cash: { collected: 290.5, reason: '' },
      },
    },
  ])
})

test.each([
  ['nobody answers', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the shop is busy', () => Response.json({ error: 'Busy', code: 'busy' }, { status: 503 })],
  ['the sign-in ran out', () => Response.json({ error: 'Sign in', code: 'not_signed_in' }, { status: 401 })],
])('while %s, the tap waits', async (_, answer) => {
  openNetwork(answer)
  expect(await sendTap(cashTap)).toEqual({ is: 'later' })
})

test('a refusal comes with the shop’s words, or with the usual ones', async () => {
  openNetwork(() => Response.json({ error: 'Not that way.', code: 'cash_handed_over' }, { status: 409 }))
  expect(await sendTap(cashTap)).toEqual({
    is: 'refused',
    message: 'Not that way. So “Delivered” with Ghs 290.50 was not saved.',
  })
  openNetwork(() => new Response('', { status: 400 }))
  expect(await sendTap(cashTap)).toMatchObject({
    is: 'refused',
    message: expect.stringContaining('Failed to update order status'),
  })
})

test('a tap that cannot be sent at all is not tried for ever', async () => {
  openNetwork(() => Response.json({}))
  const damaged: StepTap = { ...cashTap, cash: { collected: Object(Symbol('no number')), reason: '' } }
  expect(await sendTap(damaged)).toEqual({
    is: 'refused',
    message: 'Failed to update order status. Please try again.',
  })
})

const messageFor = (code: string, details: Record<string, unknown> = {}) =>
  refusalMessage(deliveredTap, apiProblem('The shop says no.', { code, status: 409, details }))

test('a driver reads that the shop cancelled meanwhile, what was not saved, and what to do', () => {
  expect(messageFor('order_changed', { order_status: 'Cancelled' })).toBe(
    'The shop cancelled this order before your tap arrived. So “Delivered” with Ghs 290.00 was not saved. ' +
      'Please call the shop before you leave the parcel or keep the money.',
  )
})

test('every other refusal says what was not saved', () => {
  expect(messageFor('order_changed', { order_status: 'Pending' })).toContain('changed this order to Pending')
  expect(messageFor('order_not_found')).toContain('given to somebody else')
  expect(messageFor('step_not_allowed')).toContain('not possible any more')
  expect(messageFor('cash_handed_over')).toBe(
    'The shop says no. So “Delivered” with Ghs 290.00 was not saved.',
  )
})

test('a tap is named as the driver would name it', () => {
  expect(tapLabel({ ...deliveredTap, cash: null })).toBe('“Delivered”')
  expect(tapLabel({ ...anyTap, kind: 'photo', photo: 'a' })).toBe('the photo')
  expect(tapLabel({ ...anyTap, kind: 'cash', cash: { collected: 100, reason: '' } })).toBe(
    'the cash (Ghs 1.00)',
  )
})
