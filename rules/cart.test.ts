import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addToCart,
  type Cart,
  type CartProduct,
  cartItemCount,
  cartKey,
  cartTotal,
  emptyCart,
  isBuyable,
  linesToOrder,
  maximumQuantity,
  readCart,
  readQuantity,
  removeFromCart,
  setCartQuantity,
  stockLabel,
  updateInCart,
  writeCart,
} from './cart.ts'

const serum: CartProduct = {
  id: 1,
  name: 'Hibiscus Glow Serum',
  price: 14500,
  image: '/serum.webp',
  stock: 4,
}
const toner: CartProduct = { id: 2, name: 'Rose Water Hydrating Toner', price: 6050 }

const products = fc.record({ id: fc.integer({ min: 1, max: 9 }), name: fc.string(), price: fc.nat(100_000) })

test('the cart is kept under a key of its own', () => {
  expect(cartKey).toBe('adom_beauty_cart')
})

test('adding a product that is in the cart makes its quantity larger', () => {
  const cart = addToCart(addToCart(addToCart(emptyCart, serum), toner, 2), serum, 3)
  expect(cart).toEqual([
    { product: serum, quantity: 4 },
    { product: toner, quantity: 2 },
  ])
})

test('adding a product again remembers its newest price', () => {
  const cart = addToCart(addToCart(emptyCart, serum), { ...serum, price: 15000 })
  expect(cartTotal(cart)).toBe(30000)
})

test('setting a quantity of 0 or less removes the line', () => {
  const cart = addToCart(addToCart(emptyCart, serum), toner)
  expect(setCartQuantity(cart, 1, 5)).toEqual([
    { product: serum, quantity: 5 },
    { product: toner, quantity: 1 },
  ])
  expect(setCartQuantity(cart, 1, 0)).toEqual([{ product: toner, quantity: 1 }])
  expect(setCartQuantity(cart, 1, -2)).toEqual([{ product: toner, quantity: 1 }])
  expect(setCartQuantity(cart, 1, Number.NaN)).toEqual(cart)
  expect(setCartQuantity(cart, 99, 5)).toEqual(cart)
})

test('removing takes the whole line away', () => {
  const cart = addToCart(addToCart(emptyCart, serum, 3), toner)
  expect(removeFromCart(cart, 1)).toEqual([{ product: toner, quantity: 1 }])
  expect(removeFromCart(cart, 99)).toEqual(cart)
})

test('the total is price times quantity, and the count is all pieces', () => {
  const cart = addToCart(addToCart(emptyCart, serum, 2), toner, 3)
  expect(cartTotal(cart)).toBe(2 * 14500 + 3 * 6050)
  expect(cartItemCount(cart)).toBe(5)
  expect([cartTotal(emptyCart), cartItemCount(emptyCart)]).toEqual([0, 0])
})

test('a cart comes back from the browser as it was kept', () => {
  const cart = addToCart(addToCart(emptyCart, serum, 2), toner)
  expect(readCart(writeCart(cart))).toEqual(cart)
})

test.each([
  null,
  undefined,
  '',
  'null',
  '{',
  '[',
  '"cart"',
  '7',
  '{"lines":[]}',
  '[null]',
  '[[]]',
  '[{"product":null}]',
])('a kept cart of %s is an empty cart', (text) => {
  expect(readCart(text)).toEqual([])
})

test('one damaged line does not cost the others', () => {
  const lines = [
    { product: serum, quantity: 2 },
    { product: { ...toner, price: '60.50' }, quantity: 1 },
    { product: { ...toner, price: -1 }, quantity: 1 },
    { product: { ...toner, price: 9e15 }, quantity: 1 },
    { product: { ...toner, price: 60.5 }, quantity: 1 },
    { product: { ...toner, id: 'x' }, quantity: 1 },
    { product: toner, quantity: 0 },
    { product: toner, quantity: 1.5 },
    { product: { id: 3, price: 100, name: null, image: 7, stock: 'many' }, quantity: 1 },
  ]
  expect(readCart(JSON.stringify(lines))).toEqual([
    { product: serum, quantity: 2 },
    { product: { id: 3, price: 100, name: '' }, quantity: 1 },
  ])
})

test('a sample product, which cannot be bought, is not lost from the cart', () => {
  const cart = addToCart(emptyCart, { ...serum, id: -1 })
  expect(readCart(writeCart(cart))).toEqual(cart)
})

test('a kept cart of ten thousand lines is read in part', () => {
  const lines = Array.from({ length: 10_000 }, (_, id) => ({ product: { id, price: 100 }, quantity: 1 }))
  expect(readCart(JSON.stringify(lines))).toHaveLength(200)
})

test('two kept lines of one product become one', () => {
  const lines = [
    { product: toner, quantity: 2 },
    { product: toner, quantity: 3 },
  ]
  expect(readCart(JSON.stringify(lines))).toEqual([{ product: toner, quantity: 5 }])
})

test('no text in the browser can break the cart', () => {
  const damaged = fc.oneof(
    fc.string(),
    fc.json(),
    fc.array(fc.anything()).map((list) => JSON.stringify(list, unbig)),
  )
  fc.assert(
    fc.property(damaged, (text) => {
      const cart = readCart(text)
      expect(Number.isSafeInteger(cartTotal(cart))).toBe(true)
      expect(readCart(writeCart(cart))).toEqual(cart)
    }),
  )
})

test('changes of a product change its line and no other, and never bring it back', () => {
  const cart = addToCart(addToCart(emptyCart, serum, 2), toner)
  const dearer = (price: number) =>
    updateInCart(cart, 1, (line) => ({ ...line, product: { ...serum, price } }))
  expect(dearer(15000)).toEqual([
    { product: { ...serum, price: 15000 }, quantity: 2 },
    { product: toner, quantity: 1 },
  ])
  expect(updateInCart(cart, 9, (line) => ({ ...line, quantity: 99 }))).toEqual(cart)
})

test('what is out of stock waits in the cart and is not ordered; an unknown stock stops nobody', () => {
  const soldOut = { ...serum, id: 3, stock: 0 }
  const cart = addToCart(addToCart(addToCart(emptyCart, serum), soldOut), toner)
  expect(linesToOrder(cart).map((line) => line.product.id)).toEqual([1, 2])
})

test('whatever is put in and out, each product has one line with at least one piece', () => {
  const steps = fc.array(
    fc.oneof(
      fc.tuple(products, fc.integer({ min: -2, max: 2000 })).map(
        ([product, quantity]) =>
          (cart: Cart) =>
            addToCart(cart, product, quantity),
      ),
      fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: -2, max: 2000 })).map(
        ([id, quantity]) =>
          (cart: Cart) =>
            setCartQuantity(cart, id, quantity),
      ),
    ),
  )
  fc.assert(
    fc.property(steps, (todo) => {
      const cart = todo.reduce<Cart>((sofar, step) => step(sofar), emptyCart)
      expect(new Set(cart.map((line) => line.product.id)).size).toBe(cart.length)
      for (const line of cart) expect(line.quantity).toBeGreaterThanOrEqual(1)
      expect(readCart(writeCart(cart))).toEqual(cart)
    }),
  )
})

function unbig(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}

test.each([
  ['3', 3],
  [3, 3],
  [' 12 ', 12],
  ['2.9', 2],
  ['0', 1],
  ['-4', 1],
  ['', 1],
  ['abc', 1],
  ['3 jars', 1],
  ['1e3', 1],
  [null, 1],
  [undefined, 1],
  [Number.NaN, 1],
  [Number.POSITIVE_INFINITY, 1],
  ['5000', maximumQuantity],
])('an entry of %s counts as %i', (entry, quantity) => {
  expect(readQuantity(entry)).toBe(quantity)
})

test('nobody chooses more than there is in stock', () => {
  expect(readQuantity('9', 4)).toBe(4)
  expect(readQuantity('4', 4)).toBe(4)
  expect(readQuantity('9', 4.7)).toBe(4)
  expect(readQuantity('9', Number.NaN)).toBe(9)
})

test('the quantity never falls below 1, even with an empty shelf', () => {
  expect(readQuantity('9', 0)).toBe(1)
  expect(readQuantity('9', -2)).toBe(1)
})

test('whatever is typed, the quantity is a whole number from 1 to the maximum', () => {
  const entries = fc.oneof(
    fc.string(),
    fc.double(),
    fc.integer(),
    fc.integer().map(String),
    fc.constant(null),
  )
  fc.assert(
    fc.property(entries, fc.integer({ min: 1, max: 2000 }), (entry, maximum) => {
      const quantity = readQuantity(entry, maximum)
      expect(Number.isInteger(quantity)).toBe(true)
      expect(quantity).toBeGreaterThanOrEqual(1)
      expect(quantity).toBeLessThanOrEqual(Math.min(maximum, maximumQuantity))
    }),
  )
})

test.each([
  [12, '12 in stock', true],
  [1, '1 in stock', true],
  [0, 'Out of Stock', false],
  [-3, 'Out of Stock', false],
  [Number.NaN, null, true],
  [Number.POSITIVE_INFINITY, null, true],
  [undefined, null, true],
  [null, null, true],
  ['12', null, true],
])('a stock of %s shows %s', (quantity, label, buyable) => {
  expect(stockLabel(quantity)).toBe(label)
  expect(isBuyable(quantity)).toBe(buyable)
})
