import { expect, test } from 'vitest'
import { openBrowserStore } from './browser-store.ts'
import { mostSaved, removeFromWishlist, saveToWishlist, wishlistKeepsake } from './wishlist-store.ts'

function openWishlist(text: string | null) {
  const storage = { getItem: () => text, setItem: () => {} }
  return openBrowserStore(wishlistKeepsake, storage, new EventTarget())
}

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
  expect(openWishlist('[3, "x", null, -1, 3, 5]').read()).toEqual([3, 5])
  expect(openWishlist('{"oops').read()).toEqual([])
  expect(openWishlist('7').read()).toEqual([])
  expect(openWishlist(null).read()).toEqual([])
})
