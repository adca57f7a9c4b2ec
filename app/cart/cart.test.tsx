import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { addToCart, cartKey, emptyCart } from '#rules/cart.ts'
import { openFakeStorage } from '#server/testing/fake-storage.ts'
import { cartStore, useCart } from './cart.tsx'

const serum = { id: 7, name: 'Hibiscus Glow Serum', price: 14_500 }

beforeEach(() => {
  vi.stubGlobal('localStorage', openFakeStorage())
})

test('whoever asks for the cart outside the provider gets an error that says so', () => {
  const Lost = () => useCart().itemCount
  expect(() => renderToStaticMarkup(<Lost />)).toThrow('useCart must be used within a CartProvider')
})

test('what is put into the cart is still there when the page is opened again', () => {
  cartStore.update((cart) => addToCart(cart, serum, 2))
  expect(localStorage.getItem(cartKey)).toBe(JSON.stringify([{ product: serum, quantity: 2 }]))
  expect(cartStore.read()).toEqual([{ product: serum, quantity: 2 }])
})

test('a damaged store opens as an empty cart, and that is logged', () => {
  const log = vi.spyOn(console, 'warn').mockReturnValue()
  localStorage.setItem(cartKey, '{"oops')
  expect(cartStore.read()).toEqual(emptyCart)
  expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('cart'), expect.any(SyntaxError))
  log.mockRestore()
})

test('clearing empties the cart, now and for the next visit', () => {
  cartStore.update((cart) => addToCart(cart, serum))
  cartStore.write(emptyCart)
  expect(cartStore.read()).toEqual([])
  expect(localStorage.getItem(cartKey)).toBe('[]')
})
