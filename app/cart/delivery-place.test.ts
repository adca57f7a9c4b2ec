import { expect, test, vi } from 'vitest'
import { openFakeStorage } from '#server/testing/fake-storage.ts'
import { deliveryPlaceStore } from './delivery-place.ts'

const readFrom = (adom_beauty_delivery_place: string) => {
  vi.stubGlobal('localStorage', openFakeStorage({ adom_beauty_delivery_place }))
  return deliveryPlaceStore.read()
}

test('the town that was chosen is known at the next visit', () => {
  expect(readFrom('{"region":"Ashanti","city":"Kumasi"}')).toEqual({ region: 'Ashanti', city: 'Kumasi' })
})

test('a town in a region that Ghana does not have is forgotten', () => {
  expect(readFrom('{"region":"Atlantis","city":"Kumasi"}')).toBeNull()
  expect(readFrom('{"region":"Ashanti","city":"  "}')).toBeNull()
  expect(readFrom('{"region":"Ash')).toBeNull()
})
