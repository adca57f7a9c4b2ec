import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ActionQueue,
  type AttemptTap,
  addTap,
  holdTap,
  newestCash,
  refusedTaps,
  refuseTap,
  releaseTaps,
  resendTap,
  type StepTap,
  sendAllNow,
  sendable,
  settleTap,
  type Tap,
  timeOfTap,
  undoTap,
  unsentTaps,
  waitingAttempt,
  waitingCash,
  waitingPress,
  waitingStep,
} from './offline-action-queue.ts'
import { nextStepForDriver, type OrderStatus } from './order-status.ts'

function step(
  key: string,
  orderId: number,
  to: OrderStatus = 'Shipped',
  more: Partial<StepTap> = {},
): StepTap {
  return {
    kind: 'step',
    key,
    orderId,
    trackingCode: 'K7P2QX',
    tappedAt: '2026-03-05T09:00:00.000Z',
    sequence: 0,
    phoneId: 'a phone',
    waitMs: 0,
    isHeld: false,
    refusal: null,
    from: 'Processing',
    to,
    cash: null,
    proofCode: null,
    ...more,
  }
}

function photo(key: string, orderId: number): Tap {
  const { key: _, from, to, cash, proofCode, kind, ...rest } = step(key, orderId)
  return { ...rest, key, kind: 'photo', photo: key, canResend: false }
}

function attempt(key: string, orderId: number): AttemptTap {
  const { key: _, from, to, cash, proofCode, kind, ...rest } = step(key, orderId)
  return { ...rest, key, kind: 'attempt', outcome: 'not_at_home', note: '', day: null }
}

const queueOf = (...taps: Tap[]): ActionQueue => taps.reduce<ActionQueue>(addTap, [])
const keys = (queue: ActionQueue) => queue.map(({ key }) => key)

const next = (queue: ActionQueue, lane: 'steps' | 'photos' = 'steps') => keys(sendable(queue, lane))

test('taps leave in the order in which they were made, one after the other', () => {
  const queue = queueOf(step('a', 1), step('b', 2))
  expect(next(queue)).toEqual(['a'])
  expect(next(settleTap(queue, 'a'))).toEqual(['b'])
  expect(next([])).toEqual([])
})

test('a double tap is one tap; the next step of the same order is another', () => {
  expect(keys(queueOf(step('a', 1), step('b', 1), step('c', 1, 'Delivered')))).toEqual(['a', 'c'])
  expect(keys(queueOf(step('a', 1), step('a', 2)))).toEqual(['a'])
})

test('what is undone is gone, with what was tapped on the same order after it', () => {
  const queue = queueOf(step('a', 1), step('b', 2), step('c', 1, 'Delivered'), photo('d', 1))
  expect(keys(undoTap(queue, 'c'))).toEqual(['a', 'b'])
  expect(keys(undoTap(queue, 'a'))).toEqual(['b'])
  expect(undoTap(queue, 'nothing')).toEqual(queue)
})

test('a photo waits for the steps of its own order, and nothing waits for a photo', () => {
  const queue = queueOf(photo('q', 3), step('a', 1, 'Delivered'), photo('p', 1), step('b', 2))
  expect([next(queue), next(queue, 'photos')]).toEqual([['a'], ['q']])
  const sent = settleTap(queue, 'a')
  expect([next(sent), next(sent, 'photos')]).toEqual([['b'], ['q', 'p']])
})

test('a tap that was held when the page ended is sent soon after it opens again', () => {
  const queue = queueOf(step('a', 1, 'Shipped', { waitMs: 6_000 }), step('b', 2))
  expect(holdTap(queue, 'a', true)[0]).toMatchObject({ isHeld: true, waitMs: 6_000 })
  expect(releaseTaps(holdTap(queue, 'a', true))).toEqual(queue)
  expect(releaseTaps(queue)).toBe(queue)
  expect(sendAllNow(holdTap(queue, 'a', true))[0]).toMatchObject({ isHeld: false, waitMs: 0 })
})

test('a refusal is kept with its words, also for what built on it, and stops nobody else', () => {
  const queue = queueOf(step('a', 1), step('b', 1, 'Delivered'), photo('p', 1), step('c', 2))
  const refused = refuseTap(queue, 'a', { words: 'The shop cancelled this order.' })
  expect(refusedTaps(refused).map(({ key, refusal }) => [key, refusal])).toEqual([
    ['a', 'The shop cancelled this order.'],
    ['b', 'The shop cancelled this order.'],
    ['p', 'The shop cancelled this order.'],
  ])
  expect(keys(unsentTaps(refused))).toEqual(['c'])
  expect(waitingStep(refused, 1)).toBe(null)
  expect(refuseTap(queue, 'nothing', { words: 'x' })).toEqual(queue)
})

test('the photo of a refused step can be sent again, and a photo that the shop cannot read cannot', () => {
  const queue = queueOf(step('a', 1, 'Delivered'), photo('p', 1), photo('q', 2))
  const refused = refuseTap(refuseTap(queue, 'a', { words: 'Not now.' }), 'q', { words: 'No photo.' })
  expect(refusedTaps(refused)).toMatchObject([
    { key: 'a' },
    { key: 'p', canResend: true },
    { key: 'q', canResend: false },
  ])
  expect(next(resendTap(refused, 'p'), 'photos')).toEqual(['p'])
})

test('that a parcel could not be handed over is a tap like every other: in order, once, with its photo after it', () => {
  const shown = { ...photo('p', 1), attempt: 'b' }
  const queue = queueOf(step('a', 2), attempt('b', 1), shown, attempt('twice', 1), step('c', 1, 'Delivered'))
  expect(keys(queue)).toEqual(['a', 'b', 'p', 'c'])
  expect([next(queue), next(queue, 'photos')]).toEqual([['a'], []])
  expect([waitingAttempt(queue, 1)?.key, waitingPress(queue, 1)?.key]).toEqual(['b', 'c'])
  expect([waitingAttempt(queue, 2), waitingPress(queue, 2)?.key]).toEqual([null, 'a'])
  expect([newestCash(queue, 1), waitingCash(queue, () => 0)]).toEqual([null, 0])
  expect(keys(undoTap(queue, 'b'))).toEqual(['a'])
})

test('with a refused attempt its photo is of no use; what else was tapped on the order goes on', () => {
  const shown = { ...photo('p', 1), attempt: 'a' }
  const refused = refuseTap(queueOf(attempt('a', 1), shown, step('b', 1, 'Delivered'), photo('q', 1)), 'a', {
    words: 'The shop cancelled this order.',
  })
  expect(refusedTaps(refused)).toMatchObject([{ key: 'a' }, { key: 'p', canResend: false }])
  expect(keys(unsentTaps(refused))).toEqual(['b', 'q'])
  const other = refuseTap(queueOf(step('b', 1), attempt('a', 1), shown), 'b', { words: 'No.' })
  expect(keys(refusedTaps(other))).toEqual(['b', 'a', 'p'])
})

test('the newest unsent step is what the card shows', () => {
  const queue = queueOf(step('a', 1), step('b', 1, 'Delivered'), step('c', 2))
  expect(waitingStep(queue, 1)?.to).toBe('Delivered')
  expect(waitingStep(queue, 3)).toBe(null)
})

test('cash that the shop does not know yet counts once for each order, and a correction replaces', () => {
  const cash = (collected: number) => ({ collected, reason: '' })
  const { from, to, proofCode, kind, ...rest } = step('b', 1)
  const queue = queueOf(
    step('a', 1, 'Delivered', { cash: cash(100) }),
    { ...rest, kind: 'cash', cash: cash(80) },
    step('c', 2, 'Delivered', { cash: cash(50) }),
  )
  expect([newestCash(queue, 1), newestCash(queue, 3)]).toEqual([cash(80), null])
  expect(waitingCash(queue, () => 0)).toBe(130)
  expect(waitingCash(queue, (id) => (id === 1 ? 100 : 0))).toBe(30)
})

test('mobile money that waits to be sent is in no pocket, and replaces cash that the shop knows', () => {
  const cash = { collected: 130, reason: '', way: 'mobile_money', reference: 'MP42' } as const
  const queue = [step('a', 1, 'Delivered', { cash })]
  expect(waitingCash(queue, () => 0)).toBe(0)
  expect(waitingCash(queue, () => 130)).toBe(-130)
})

/** A shop behind a network that loses questions and answers. */
function openShop() {
  const applied: { key: string; orderId: number; to: OrderStatus; tappedAt: string }[] = []
  const status = new Map<number, OrderStatus>()
  return {
    applied,
    take(tap: StepTap): 'done' | 'refused' {
      if (applied.some(({ key }) => key === tap.key)) return 'done'
      const now = status.get(tap.orderId) ?? 'Pending'
      if (now !== tap.from || nextStepForDriver(now) !== tap.to) return 'refused'
      status.set(tap.orderId, tap.to)
      applied.push({ key: tap.key, orderId: tap.orderId, to: tap.to, tappedAt: tap.tappedAt })
      return 'done'
    },
    cancel: (orderId: number) => void status.set(orderId, 'Cancelled'),
  }
}

const event = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('tap' as const), order: fc.nat({ max: 4 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      fate: fc.constantFrom('arrives', 'question lost', 'answer lost'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), order: fc.nat({ max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const), order: fc.nat({ max: 4 }) }) },
)

test('whatever the network loses, each tap is applied once, in order and with its own time, or explained', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const shop = openShop()
      const tapped = new Map<string, StepTap>()
      const undone = new Set<string>()
      const asked = new Set<string>()
      let queue: ActionQueue = []
      let clock = 0
      const send = (fate: string) => {
        const [tap] = sendable(queue, 'steps')
        if (tap?.kind !== 'step' || fate === 'question lost') return
        asked.add(tap.key)
        const answer = shop.take(tap)
        if (fate === 'answer lost') return
        queue = answer === 'done' ? settleTap(queue, tap.key) : refuseTap(queue, tap.key, { words: 'no' })
      }
      for (const each of events) {
        clock += 1
        if (each.kind === 'send') send(each.fate)
        if (each.kind === 'cancel') shop.cancel(each.order)
        if (each.kind === 'undo') {
          const tap = waitingStep(queue, each.order)
          // A tap that is on its way cannot be undone any more.
          if (tap === null || asked.has(tap.key)) continue
          undone.add(tap.key)
          queue = undoTap(queue, tap.key)
        }
        if (each.kind !== 'tap') continue
        const known = shop.applied.findLast(({ orderId }) => orderId === each.order)?.to ?? 'Pending'
        const from = waitingStep(queue, each.order)?.to ?? known
        const to = nextStepForDriver(from)
        if (to === null) continue
        const tap = step(`tap ${clock}`, each.order, to, { from, tappedAt: String(clock) })
        tapped.set(tap.key, tap)
        queue = addTap(queue, tap)
      }
      clock += 1
      while (sendable(queue, 'steps').length > 0) send('arrives')

      const applied = shop.applied.map(({ key }) => key)
      expect(new Set(applied).size).toBe(applied.length)
      const inOrder = [...tapped.keys()].filter((key) => applied.includes(key))
      expect(applied).toEqual(inOrder)
      for (const { key, tappedAt } of shop.applied) expect(tapped.get(key)?.tappedAt).toBe(tappedAt)
      for (const key of tapped.keys()) {
        const fates = [applied.includes(key), undone.has(key), keys(refusedTaps(queue)).includes(key)]
        expect(fates.filter(Boolean)).toHaveLength(1)
      }
    }),
  )
})

const now = new Date('2026-03-05T12:00:00Z')
const notBefore = new Date('2026-03-05T09:00:00Z')
const at = (time: string | null) =>
  timeOfTap(time === null ? null : new Date(time), { now, notBefore }).toISOString()

test('a tap counts from when it was made, however late it arrives', () => {
  expect(at('2026-03-05T10:30:00Z')).toBe('2026-03-05T10:30:00.000Z')
})

test.each([
  ['in the future', '2026-03-05T18:00:00Z', '2026-03-05T12:00:00.000Z'],
  ['before the last step of the order', '2026-03-05T08:00:00Z', '2026-03-05T09:00:00.000Z'],
  ['that no clock can show', 'yesterday', '2026-03-05T12:00:00.000Z'],
  ['that nobody named', null, '2026-03-05T12:00:00.000Z'],
])('a tap %s counts from the nearest moment that can be true', (_, tapped, expected) => {
  expect(at(tapped)).toBe(expected)
})

test('a tap is believed up to a day back', () => {
  const longAgo = new Date('2026-01-01T00:00:00Z')
  const tapped = new Date('2026-02-01T00:00:00Z')
  expect(timeOfTap(tapped, { now, notBefore: longAgo }).toISOString()).toBe('2026-03-04T12:00:00.000Z')
})

test('a server whose clock was set back does not turn the history around', () => {
  const later = new Date('2026-03-05T13:00:00Z')
  expect(timeOfTap(null, { now, notBefore: later })).toEqual(later)
  expect(timeOfTap(now, { now, notBefore: later })).toEqual(later)
})
