import { expect, test, vi } from 'vitest'
import { openFakeStorage } from '#server/testing/fake-storage.ts'
import { mostSaved, removeFromWishlist, saveToWishlist, wishlistStore } from './wishlist.ts'

test('the product saved last stands first on the wishlist', () => {
  expect(saveToWishlist([4, 2], 7)).toEqual([7, 4, 2])
})

test('a product saved twice is on the wishlist once', () => {
  expect(saveToWishlist([4, 2], 2)).toEqual([2, 4])
})

test('a removed product leaves the others where they are', () => {
  expect(removeFromWishlist([4, 2, 9], 2)).toEqual([4, 9])
})

test('a full wishlist lets its oldest product go', () => {
  const full = Array.from({ length: mostSaved }, (_, place) => mostSaved - place)
  const saved = saveToWishlist(full, 1000)
  expect(saved).toHaveLength(mostSaved)
  expect(saved[0]).toBe(1000)
  expect(saved).not.toContain(1)
})

test('a damaged wishlist keeps what can still be read', () => {
  const readFrom = (adom_beauty_wishlist: string) => {
    vi.stubGlobal('localStorage', openFakeStorage({ adom_beauty_wishlist }))
    return wishlistStore.read()
  }
  expect(readFrom('[3, "x", null, -1, 3, 5]')).toEqual([3, 5])
  expect(readFrom('{"oops')).toEqual([])
  expect(readFrom('7')).toEqual([])
})
