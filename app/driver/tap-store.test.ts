import { beforeEach, expect, test, vi } from 'vitest'
import { addTap, holdTap, refuseTap, settleTap, type Tap } from '#rules/offline-action-queue.ts'
import { forbiddenStorage, openFakeStorage } from '../data/fake-storage.ts'
import { anyTap, deliveredTap } from './sample-delivery.ts'
import { openTapStore } from './tap-store.ts'

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

test('what a phone kept with an older version of the page is still sent, and first', () => {
  const { sequence: _, waitMs: __, isHeld: ___, ...old } = deliveredTap
  const list = [
    { ...old, sendAt: 4_102_444_800_000 },
    { ...old, key: 'old', orderId: 3, sendAt: 0 },
  ]
  localStorage.setItem('adom_driver_taps:ama', JSON.stringify(list))
  const store = openTapStore('ama')
  store.update((queue) => addTap(queue, secondTap))
  expect(keys(store.read())).toEqual(['a', 'old', 'b'])
  expect(store.read()[0]).toMatchObject({ waitMs: 0, isHeld: false })
  store.update((queue) => settleTap(queue, 'a'))
  expect(keys(openTapStore('ama').read())).toEqual(['old', 'b'])
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
