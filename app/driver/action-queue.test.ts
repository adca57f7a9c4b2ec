import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addTap, holdTap, refuseTap, settleTap, type Tap } from '#rules/offline-action-queue.ts'
import { forbiddenStorage, openFakeStorage } from '#server/testing/fake-storage.ts'
import { anyTap, deliveredTap } from '#server/testing/sample-delivery.ts'
import { openTapStore, openUndoTimer, sendTaps } from './action-queue.ts'
import type { Outcome } from './taps.ts'
import { openShopClock } from './use-day.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', openFakeStorage())
})

const secondTap: Tap = { ...deliveredTap, key: 'b', orderId: 2 }
const keys = (taps: readonly Tap[]) => taps.map(({ key }) => key)

test('taps outlive the page, for the driver who made them and for nobody else', () => {
  openTapStore('ama').update((queue) => addTap(queue, deliveredTap))
  expect(openTapStore('ama').read()).toEqual([{ ...deliveredTap, sequence: 1, phoneId: expect.any(String) }])
  expect(openTapStore('kofi').read()).toEqual([])
})

test('two tabs of one phone see each other’s taps', () => {
  const [one, other] = [openTapStore('ama'), openTapStore('ama')]
  one.update((queue) => addTap(queue, deliveredTap))
  other.update((queue) => addTap(queue, secondTap))
  other.update((queue) => settleTap(queue, 'a'))
  expect(keys(one.read())).toEqual(['b'])
})

test('two tabs that change the list at the same moment lose none of their taps', () => {
  const [one, other] = [openTapStore('ama'), openTapStore('ama')]
  one.update((queue) => {
    other.update((theirs) => addTap(theirs, secondTap))
    return addTap(queue, deliveredTap)
  })
  expect(keys(one.read()).toSorted()).toEqual(['a', 'b'])
  one.update((queue) => {
    other.update((theirs) => settleTap(theirs, 'a'))
    return holdTap(queue, 'a', true)
  })
  expect(keys(one.read())).toEqual(['b'])
})

test('taps stay in the order in which they were made, whatever the clock said, also after all were sent', () => {
  const store = openTapStore('ama')
  store.update((queue) => addTap(queue, { ...deliveredTap, tappedAt: '2099-01-01T00:00:00.000Z' }))
  store.update((queue) => addTap(queue, { ...secondTap, tappedAt: '2001-01-01T00:00:00.000Z' }))
  expect(keys(openTapStore('ama').read())).toEqual(['a', 'b'])
  for (const key of ['a', 'b']) store.update((queue) => settleTap(queue, key))
  openTapStore('ama').update((queue) => addTap(queue, { ...deliveredTap, key: 'c' }))
  expect(store.read()).toMatchObject([{ key: 'c', sequence: 3 }])
  const [tap] = store.read()
  store.update((queue) => addTap(queue, { ...secondTap, key: 'd' }))
  expect(store.read()[1]?.phoneId).toBe(tap?.phoneId)
})

test('a phone without room keeps the tap on the page, says so, and stores it once there is room', () => {
  const store = openTapStore('ama')
  store.update((queue) => addTap(queue, deliveredTap))
  const room = localStorage
  vi.stubGlobal('localStorage', {
    ...room,
    getItem: room.getItem,
    removeItem: room.removeItem,
    setItem: full,
  })
  store.update((queue) => addTap(queue, secondTap))
  store.update((queue) => refuseTap(queue, 'a', { words: 'No.' }))
  expect([keys(store.read()), store.countUnsaved()]).toEqual([['a', 'b'], 1])
  vi.stubGlobal('localStorage', room)
  store.update((queue) => holdTap(queue, 'a', true))
  expect([keys(openTapStore('ama').read()), store.countUnsaved()]).toEqual([['a', 'b'], 0])
})

test('a phone that cannot keep how far it has counted counts as another one, so that a later page is not taken for an earlier', () => {
  openTapStore('ama').update((queue) => addTap(queue, deliveredTap))
  const room = localStorage
  const { getItem, removeItem } = room
  vi.stubGlobal('localStorage', { ...room, getItem, removeItem, setItem: full })
  const page = openTapStore('ama')
  page.update((queue) => addTap(queue, secondTap))
  page.update((queue) => addTap(queue, { ...secondTap, key: 'c', orderId: 3 }))
  const [first, second, third] = page.read()
  expect([first, second, third].map((tap) => tap?.sequence)).toEqual([1, 2, 3])
  expect(second?.phoneId).not.toBe(first?.phoneId)
  expect(third?.phoneId).toBe(second?.phoneId)
  vi.stubGlobal('localStorage', room)
  const next = openTapStore('ama')
  next.update((queue) => addTap(queue, { ...secondTap, key: 'd', orderId: 4 }))
  expect(next.read().at(-1)).toMatchObject({ sequence: 2, phoneId: first?.phoneId })
})

function full(): never {
  throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
}

test('a phone that forbids storage sends each tap once, too', () => {
  vi.stubGlobal('localStorage', forbiddenStorage)
  const store = openTapStore('ama')
  store.update((queue) => addTap(queue, deliveredTap))
  store.update((queue) => addTap(queue, secondTap))
  store.update((queue) => settleTap(queue, 'a'))
  expect(keys(store.read())).toEqual(['b'])
})

test('a tap whose photo is only on this page is not left to another tab', () => {
  const store = openTapStore('ama')
  const photo: Tap = { ...anyTap, kind: 'photo', photo: 'a', canResend: false }
  store.update((queue) => addTap(queue, photo), { onlyHere: true })
  store.update((queue) => addTap(queue, secondTap))
  expect([keys(store.read()), store.countUnsaved()]).toEqual([['a', 'b'], 1])
  expect(keys(openTapStore('ama').read())).toEqual(['b'])
})

test('a tap that is already in the queue changes nothing', () => {
  const store = openTapStore('ama')
  store.update((queue) => addTap(queue, deliveredTap))
  const before = store.read()
  store.update((queue) => addTap(queue, deliveredTap))
  expect(store.read()).toBe(before)
})

test('a damaged storage is an empty list', () => {
  localStorage.setItem('adom_driver_taps:ama', '{"broken')
  expect(openTapStore('ama').read()).toEqual([])
  localStorage.setItem('adom_driver_taps:ama', '[1, null, {"kind":"dance"}]')
  expect(openTapStore('ama').read()).toEqual([])
})

describe('sending', () => {
  const photoTap: Tap = { ...anyTap, key: 'photo', kind: 'photo', photo: 'photo', canResend: false }

  beforeEach(() => {
    vi.useFakeTimers()
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
})
