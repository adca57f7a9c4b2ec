import { beforeEach, expect, test, vi } from 'vitest'
import { addTap, settleTap } from '#rules/offline-action-queue.ts'
import { deliveredTap } from './sample-delivery.ts'
import { openTapStore } from './use-action-queue.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})

test('taps outlive the page, for the driver who made them and for nobody else', () => {
  openTapStore('ama').change((queue) => addTap(queue, deliveredTap))
  expect(openTapStore('ama').read()).toEqual([deliveredTap])
  expect(openTapStore('kofi').read()).toEqual([])
})

test('two tabs of one phone see each other’s taps', () => {
  const [one, other] = [openTapStore('ama'), openTapStore('ama')]
  one.change((queue) => addTap(queue, deliveredTap))
  other.change((queue) => addTap(queue, { ...deliveredTap, key: 'b', orderId: 2 }))
  other.change((queue) => settleTap(queue, 'a'))
  expect(one.read().map(({ key }) => key)).toEqual(['b'])
})

test('whoever listens is told of a change, and the list stays the same while nothing changes', () => {
  const store = openTapStore('ama')
  let told = 0
  const stop = store.subscribe(() => {
    told += 1
  })
  store.change((queue) => addTap(queue, deliveredTap))
  store.change((queue) => addTap(queue, deliveredTap))
  expect(told).toBe(1)
  expect(store.read()).toBe(store.read())
  stop()
  store.change(() => [])
  expect(told).toBe(1)
})

test('a damaged storage is an empty list', () => {
  localStorage.setItem('adom_driver_taps:ama', '{"broken')
  expect(openTapStore('ama').read()).toEqual([])
  localStorage.setItem('adom_driver_taps:ama', '[1, null, {"kind":"dance"}]')
  expect(openTapStore('ama').read()).toEqual([])
})
