import { expect, test, vi } from 'vitest'
import { addToCart, cartKey, emptyCart, readCart } from '#rules/cart.ts'
import { openCartStore } from './cart-store.ts'

const serum = { id: 7, name: 'Hibiscus Glow Serum', price: 14_500 }
const mask = { id: 8, name: 'Kaolin Clay Mask', price: 9_000 }

function openStorage(text?: string) {
  const kept = new Map(text === undefined ? [] : [[cartKey, text]])
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test('what is put into the cart is still there when the page is opened again', () => {
  const storage = openStorage()
  openCartStore(storage, new EventTarget()).change((cart) => addToCart(cart, serum, 2))
  expect(openCartStore(storage, new EventTarget()).read()).toEqual([{ product: serum, quantity: 2 }])
})

test('two tabs that add at the same time lose nothing', () => {
  const storage = openStorage()
  const one = openCartStore(storage, new EventTarget())
  const other = openCartStore(storage, new EventTarget())
  one.change((cart) => addToCart(cart, serum))
  other.change((cart) => addToCart(cart, mask))
  expect(readCart(storage.getItem(cartKey)).map((line) => line.product.id)).toEqual([7, 8])
})

test('a damaged store opens as an empty cart, and that is logged', () => {
  const log = vi.spyOn(console, 'warn').mockReturnValue()
  expect(openCartStore(openStorage('{"oops'), new EventTarget()).read()).toEqual(emptyCart)
  expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('cart'), expect.any(SyntaxError))
  log.mockRestore()
})

test('clearing empties the cart, now and for the next visit', () => {
  const storage = openStorage()
  const store = openCartStore(storage, new EventTarget())
  store.change((cart) => addToCart(addToCart(cart, serum), mask))
  store.change(() => emptyCart)
  expect(store.read()).toEqual([])
  expect(openCartStore(storage, new EventTarget()).read()).toEqual([])
})

test('a browser that forbids storage still has a cart until the page is closed', () => {
  const forbidden = {
    getItem: () => {
      throw new Error('forbidden')
    },
    setItem: () => {
      throw new Error('forbidden')
    },
  }
  const withoutStorage = openCartStore(null, new EventTarget())
  withoutStorage.change((cart) => addToCart(cart, serum))
  expect(withoutStorage.read()).toHaveLength(1)
  const throwing = openCartStore(forbidden, new EventTarget())
  throwing.change((cart) => addToCart(cart, serum))
  throwing.change((cart) => addToCart(cart, mask))
  expect(throwing.read()).toHaveLength(2)
})

test('every listener hears of a change until it leaves', () => {
  const store = openCartStore(openStorage(), new EventTarget())
  let heard = 0
  const leave = store.subscribe(() => heard++)
  store.change((cart) => addToCart(cart, serum))
  leave()
  store.change((cart) => addToCart(cart, serum))
  expect(heard).toBe(1)
})
