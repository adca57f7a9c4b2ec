import { beforeEach, expect, test, vi } from 'vitest'
import { addTap, settleTap } from '#rules/offline-action-queue.ts'
import { openFakeStorage } from '../data/fake-storage.ts'
import { deliveredTap } from './sample-delivery.ts'
import { openTapStore } from './use-dashboard.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', openFakeStorage())
})

test('taps outlive the page, for the driver who made them and for nobody else', () => {
  openTapStore('ama').update((queue) => addTap(queue, deliveredTap))
  expect(openTapStore('ama').read()).toEqual([deliveredTap])
  expect(openTapStore('kofi').read()).toEqual([])
})

test('two tabs of one phone see each other’s taps', () => {
  const [one, other] = [openTapStore('ama'), openTapStore('ama')]
  one.update((queue) => addTap(queue, deliveredTap))
  other.update((queue) => addTap(queue, { ...deliveredTap, key: 'b', orderId: 2 }))
  other.update((queue) => settleTap(queue, 'a'))
  expect(one.read().map(({ key }) => key)).toEqual(['b'])
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
