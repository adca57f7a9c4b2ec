import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addTap, holdTap, type Tap } from '#rules/offline-action-queue.ts'
import { openFakeStorage } from '../data/fake-storage.ts'
import { anyTap, deliveredTap } from './sample-delivery.ts'
import { openUndoTimer, sendTaps } from './send-taps.ts'
import { openShopClock } from './shop-clock.ts'
import { openTapStore } from './tap-store.ts'
import type { Outcome } from './taps.ts'

const photoTap: Tap = { ...anyTap, key: 'photo', kind: 'photo', photo: 'photo', canResend: false }
const secondTap: Tap = { ...deliveredTap, key: 'b', orderId: 2 }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', openFakeStorage())
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('navigator', {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page of the driver that sends what lies on the phone. */
function openPage(answer: (tap: Tap) => Promise<Outcome>) {
  const store = openTapStore('ama')
  const tries: string[] = []
  const close = sendTaps({
    store,
    msLeft: openUndoTimer(),
    send(tap) {
      tries.push(tap.key)
      return answer(tap)
    },
    onSending: () => {},
    onSettled: () => {},
  })
  return { store, tries, close }
}

const done: Outcome = { is: 'done' }
const later: Outcome = { is: 'later' }

test('a photo that does not get through is tried again and again, and holds up nobody', async () => {
  let isSlow = true
  const { store, tries, close } = openPage(async ({ kind }) => (kind === 'photo' && isSlow ? later : done))
  store.update((queue) => addTap(queue, photoTap))
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(tries.length).toBeGreaterThan(20)
  expect(tries.length).toBeLessThan(60)
  store.update((queue) => addTap(queue, secondTap))
  await vi.advanceTimersByTimeAsync(10)
  expect(tries.at(-1)).toBe('b')
  isSlow = false
  await vi.advanceTimersByTimeAsync(120_000)
  expect(store.read()).toEqual([])
  close()
})

test('a photo that never gets through holds back no other one, and a step waits for the one before it', async () => {
  const isStuck = (tap: Tap) => tap.key === 'photo' || tap.key === 'a'
  const { store, tries, close } = openPage(async (tap) => (isStuck(tap) ? later : done))
  for (const tap of [
    { ...photoTap, orderId: 8 },
    { ...photoTap, key: 'other', orderId: 9 },
    deliveredTap,
    secondTap,
  ])
    store.update((queue) => addTap(queue, tap))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(tries).toContain('other')
  expect(tries).not.toContain('b')
  expect(tries.filter((key) => key === 'photo').length).toBeLessThan(10)
  close()
})

test('a tab that waits for another one to send asks the browser once, not a thousand times a second', async () => {
  const asked: string[] = []
  const request = async (
    name: string,
    { ifAvailable }: LockOptions,
    work: (lock: Lock | null) => unknown,
  ) => {
    asked.push(name)
    return ifAvailable ? work(null) : new Promise(() => {})
  }
  vi.stubGlobal('navigator', { locks: { request } })
  const { store, tries, close } = openPage(async () => done)
  store.update((queue) => addTap(queue, secondTap))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([asked, tries]).toEqual([['adom_driver_steps'], []])
  close()
})

test('a tap behind one that is held waits without work', async () => {
  const { store, tries, close } = openPage(async () => done)
  store.update((queue) => holdTap(addTap(addTap(queue, deliveredTap), secondTap), 'a', true))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([tries, vi.getTimerCount()]).toEqual([[], 0])
  store.update((queue) => holdTap(queue, 'a', false))
  await vi.advanceTimersByTimeAsync(10)
  expect(tries).toEqual(['a', 'b'])
  close()
})

test('a network that comes back while a tap can still be undone does not make it forgotten', async () => {
  const { store, tries, close } = openPage(async () => done)
  store.update((queue) => addTap(queue, { ...deliveredTap, waitMs: 6_000 }))
  await vi.advanceTimersByTimeAsync(1_000)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(tries).toEqual([])
  await vi.advanceTimersByTimeAsync(1_010)
  expect(tries).toEqual(['a'])
  close()
})

test('a clock that is put right while a tap waits leaves it its six seconds', async () => {
  const { store, tries, close } = openPage(async () => done)
  store.update((queue) => addTap(queue, { ...deliveredTap, waitMs: 6_000 }))
  await vi.advanceTimersByTimeAsync(4_000)
  vi.setSystemTime(Date.now() - 24 * 3_600_000)
  await vi.advanceTimersByTimeAsync(1_900)
  expect(tries).toEqual([])
  await vi.advanceTimersByTimeAsync(110)
  expect(tries).toEqual(['a'])
  close()
})

test('a tap made by a wrong clock carries the shop’s time, however late the shop tells it', () => {
  let [wall, steady] = [Date.parse('2026-03-06T09:00:00Z'), 0]
  const clocks = { wall: () => wall, steady: () => steady }
  const clock = openShopClock(clocks, openOffsets())
  const first = { key: 'a', tappedAt: clock.mark('a') }
  expect(first.tappedAt).toBe('2026-03-06T09:00:00.000Z')
  steady += 600_000
  wall += 600_000
  clock.setBy('Thu, 05 Mar 2026 09:10:00 GMT')
  expect(clock.timeOf(first)).toBe('2026-03-05T09:00:00.000Z')
  expect(clock.now()).toBe(Date.parse('2026-03-05T09:10:00Z'))
  const second = { key: 'b', tappedAt: clock.mark('b') }
  wall -= 24 * 3_600_000
  clock.setBy('Thu, 05 Mar 2026 09:10:01 GMT')
  expect(clock.timeOf(second)).toBe('2026-03-05T09:10:00.000Z')
  expect(clock.timeOf({ key: 'of an earlier page', tappedAt: first.tappedAt })).toBe(first.tappedAt)
  clock.setBy(null)
  expect(clock.now()).toBe(wall)
})

/** What the phone has written down of the last measured difference. */
function openOffsets(measured: { offset: number; at: number } | null = null) {
  return {
    read: () => measured,
    write(next: { offset: number; at: number }) {
      measured = next
    },
  }
}

test('a page that is opened again without a network still knows how wrong the phone’s clock is', () => {
  let wall = Date.parse('2026-03-06T09:00:00Z')
  const clocks = { wall: () => wall, steady: () => 0 }
  const offsets = openOffsets()
  openShopClock(clocks, offsets).setBy('Thu, 05 Mar 2026 09:00:00 GMT')
  wall += 600_000
  expect(openShopClock(clocks, offsets).now()).toBe(Date.parse('2026-03-05T09:10:00Z'))
  wall -= 24 * 3_600_000
  expect(openShopClock(clocks, offsets).now()).toBe(wall)
  openShopClock(clocks, offsets).setBy('Thu, 05 Mar 2026 09:10:00 GMT')
  wall += 3_600_000
  expect(openShopClock(clocks, offsets).now()).toBe(wall)
})
