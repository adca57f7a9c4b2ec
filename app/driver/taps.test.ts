import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DriverDayResponse } from '#contract/delivery.ts'
import type { PhotoTap, StepTap, Tap } from '#rules/offline-action-queue.ts'
import { anyTap, deliveredTap, shippedOrder } from '#server/testing/sample-delivery.ts'
import { apiProblem } from '../data/api.ts'
import { applyTap, type PhotoStore, refusalMessage, sendTap as sendTapWith, tapLabel } from './taps.ts'
import { openShopClock } from './use-day.ts'

const day: DriverDayResponse = {
  orders: [shippedOrder, { ...shippedOrder, id: 2 }],
  counts: { total: 2, in_progress: 2, completed: 0, issues: 0 },
  cash: { due: 0, collected: 0, open: 0, in_hand: 50, deliveries: [] },
}

const photoTap: PhotoTap = { ...anyTap, kind: 'photo', photo: 'a', canResend: false }

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

test('mobile money is in nobody’s pocket, takes back cash that was entered before, and goes out with its reference', async () => {
  const cash = { collected: 29_000, reason: '', way: 'mobile_money', reference: 'MP42' } as const
  const mobile = applyTap(day, { ...tap, cash })
  expect(mobile.cash).toEqual(day.cash)
  expect(mobile.orders[0]).toMatchObject({ collected: 290, paid_by: 'mobile_money', money_reference: 'MP42' })
  const instead = applyTap(applyTap(day, tap), { ...anyTap, kind: 'cash', cash })
  expect(instead.cash).toMatchObject({ due: 0, collected: 0, open: 0, in_hand: 50 })
  const asked = openNetwork(() => Response.json({ success: true }))
  await sendTap({ ...anyTap, kind: 'cash', cash })
  expect(asked[0]?.body).toMatchObject({ collected: 290, way: 'mobile_money', reference: 'MP42' })
})

test('an attempt is in the list at once, and goes out with its day and its place among the taps', async () => {
  const attempt: Tap = {
    ...anyTap,
    kind: 'attempt',
    outcome: 'postponed',
    note: 'At work',
    day: '2026-03-07',
    sequence: 4,
  }
  expect(applyTap(day, attempt).orders[0]).toMatchObject({
    order_status: 'Shipped',
    attempts: 1,
    last_attempt: 'postponed',
    to_decide_since: anyTap.tappedAt,
  })
  expect(applyTap(day, { ...photoTap, attempt: 'a' }).orders[0]?.photos).toBe(0)
  const asked = openNetwork(() => Response.json({ id: 1 }, { status: 201 }))
  expect(await sendTap(attempt)).toEqual({ is: 'done' })
  expect(asked[0]?.body).toEqual({
    outcome: 'postponed',
    note: 'At work',
    day: '2026-03-07',
    tapped_at: anyTap.tappedAt,
    phone_id: anyTap.phoneId,
    phone_sequence: 4,
  })
  expect(tapLabel(attempt)).toBe('“Postponed”')
})

test('a photo counts, and a tap on an order that is not on this phone changes nothing', () => {
  expect(applyTap(day, photoTap).orders[0]?.photos).toBe(1)
  expect(applyTap(day, { ...tap, orderId: 9 })).toBe(day)
  expect(applyTap(day, { ...tap, cash: null }).cash).toBe(day.cash)
})

const cashTap: StepTap = {
  ...deliveredTap,
  key: 'a-key',
  orderId: 7,
  cash: { collected: 29_050, reason: '' },
}

/** The photos of a phone that has this one, or has lost it. */
function openPhotos(photo: Blob | null = new Blob(['a photo'])): PhotoStore & { deleted: string[] } {
  const deleted: string[] = []
  return {
    deleted,
    save: async () => true,
    find: async () => photo,
    delete: async (key) => void deleted.push(key),
  }
}

const sendTap = (each: Tap, photos = openPhotos()) => sendTapWith(each, { photos, clock: openShopClock() })

type Asked = { url: string; method: string; key: string | null; body: unknown }

/** The network as the phone meets it: what was asked, and what came back. */
function openNetwork(answer: () => Response | Promise<Response>): Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', (url: string, { method, headers, body }: RequestInit) => {
    const key = new Headers(headers).get('idempotency-key')
    const sent = body instanceof FormData ? [...body.keys()] : JSON.parse(String(body))
    asked.push({ url, method: String(method), key, body: sent })
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

test('a correction of the cash carries its key and its place among the taps of this phone', async () => {
  const asked = openNetwork(() => Response.json({ success: true }))
  const { cash, phoneId } = { ...anyTap, cash: { collected: 12_000, reason: 'Counted again' } }
  await sendTap({ ...anyTap, kind: 'cash', key: 'c-key', sequence: 7, cash })
  expect(asked).toMatchObject([
    {
      url: '/api/orders/1/cash',
      key: 'c-key',
      body: { collected: 120, reason: 'Counted again', phone_id: phoneId, phone_sequence: 7 },
    },
  ])
})

test.each([
  ['nobody answers', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the line is so slow that the shop stops waiting', () => new Response('', { status: 408 })],
  ['something in between answers instead', () => new Response('<h1>Wi-Fi</h1>')],
  ['something in between refuses', () => new Response('<h1>Are you human?</h1>', { status: 403 })],
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
    canResend: false,
  })
  openNetwork(() => Response.json({}, { status: 400 }))
  expect(await sendTap(cashTap)).toMatchObject({
    is: 'refused',
    message: expect.stringContaining('Failed to update order status'),
  })
})

test.each([
  ['the shop stops waiting for a slow line', () => new Response('', { status: 408 })],
  ['too much is sent at once', () => new Response('', { status: 429 })],
  ['the shop is busy', () => new Response('', { status: 503 })],
  ['a page of the Wi-Fi answers instead', () => new Response('<h1>Wi-Fi</h1>')],
  ['a proxy finds it too large', () => new Response('<h1>413</h1>', { status: 413 })],
  ['nobody answers', () => Promise.reject(new TypeError('Failed to fetch'))],
])('while %s, a photo stays on the phone and is tried again with the same key', async (_, answer) => {
  const asked = openNetwork(answer)
  const photos = openPhotos()
  expect(await sendTap(photoTap, photos)).toEqual({ is: 'later' })
  expect(asked).toMatchObject([
    { url: '/api/orders/1/proofs', method: 'POST', key: 'a', body: ['taken_at', 'photo'] },
  ])
  expect(photos.deleted).toEqual([])
  openNetwork(() => Response.json({ id: 1 }, { status: 201 }))
  expect(await sendTap(photoTap, photos)).toEqual({ is: 'done' })
  expect(photos.deleted).toEqual(['a'])
})

test('a photo that the phone cannot read for a moment is tried again, and not called lost', async () => {
  const photos = { ...openPhotos(), find: () => Promise.reject(new Error('The database is closing')) }
  expect(await sendTap(photoTap, photos)).toEqual({ is: 'later' })
  expect(photos.deleted).toEqual([])
})

test('a photo has minutes to get through a slow line', async () => {
  vi.useFakeTimers()
  let isGivenUp = false
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => {
        isGivenUp = true
        reject(signal.reason)
      })
    })
  })
  const outcome = sendTap(photoTap, openPhotos(new Blob([new Uint8Array(342_000)])))
  await vi.advanceTimersByTimeAsync(3 * 60_000)
  expect(isGivenUp).toBe(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await outcome).toEqual({ is: 'later' })
  vi.useRealTimers()
})

test.each([
  ['is not delivered any more', 'order_changed', 409, true],
  ['is somebody else’s for now', 'order_not_found', 404, true],
  ['has enough of them', 'too_many_photos', 409, false],
  ['has a photo that nobody can read', 'invalid_input', 400, false],
])(
  'a photo whose order %s is not called sent, and the phone knows whether to try again',
  async (_, code, status, canResend) => {
    openNetwork(() => Response.json({ error: 'No.', code, order_status: 'Shipped' }, { status }))
    const photos = openPhotos()
    expect(await sendTap(photoTap, photos)).toMatchObject({ is: 'refused', canResend })
    expect(photos.deleted).toEqual([])
  },
)

test('a photo that the phone has lost is not called sent', async () => {
  const asked = openNetwork(() => Response.json({ id: 1 }, { status: 201 }))
  expect(await sendTap(photoTap, openPhotos(null))).toEqual({
    is: 'refused',
    canResend: false,
    message: 'The photo is no longer on this phone. Please take it again. So the photo was not saved.',
  })
  expect(asked).toEqual([])
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
  expect(tapLabel(photoTap)).toBe('the photo')
  expect(tapLabel({ ...anyTap, kind: 'cash', cash: { collected: 100, reason: '' } })).toBe(
    'the cash (Ghs 1.00)',
  )
})
