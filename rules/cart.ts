import { isRecord } from './is-record.ts'
import type { Pesewas } from './money.ts'

export const cartKey = 'adom_beauty_cart'

/** What the cart remembers of a product, so that it can be shown before the shop answers. */
export type CartProduct = {
  id: number
  name: string
  price: Pesewas
  image?: string
  /** How many there were when it was added. */
  stock?: number
}

export type CartLine = { product: CartProduct; quantity: number }

export type Cart = readonly CartLine[]

export const emptyCart: Cart = []

/** Far above any real cart; what is beyond in the browser's memory was not put there by shopping. */
const mostLines = 200
const highestPrice: Pesewas = 1_000_000_000

/** The newest name and price replace the remembered ones when a product is added again. */
export function addToCart(cart: Cart, product: CartProduct, quantity = 1): Cart {
  const added = readQuantity(quantity)
  if (!cart.some((line) => line.product.id === product.id)) return [...cart, { product, quantity: added }]
  return cart.map((line) =>
    line.product.id === product.id ? { product, quantity: readQuantity(line.quantity + added) } : line,
  )
}

export function setCartQuantity(cart: Cart, productId: number, quantity: number): Cart {
  if (quantity <= 0) return removeFromCart(cart, productId)
  return cart.map((line) =>
    line.product.id === productId ? { ...line, quantity: readQuantity(quantity) } : line,
  )
}

export function removeFromCart(cart: Cart, productId: number): Cart {
  return cart.filter((line) => line.product.id !== productId)
}

/** Takes over what is known today about a line; it keeps its place. A step may not change which product it is. */
export function updateInCart(cart: Cart, productId: number, step: (line: CartLine) => CartLine): Cart {
  return cart.map((line) => (line.product.id === productId ? step(line) : line))
}

/** What is out of stock waits in the cart and is not ordered. */
export function linesToOrder(cart: Cart): Cart {
  return cart.filter((line) => isBuyable(line.product.stock))
}

export function cartTotal(cart: Cart): Pesewas {
  return cart.reduce((total, line) => total + line.product.price * line.quantity, 0)
}

export function cartItemCount(cart: Cart): number {
  return cart.reduce((count, line) => count + line.quantity, 0)
}

/** A damaged cart is mended line by line: what can still be read stays, the rest is dropped. */
export function readCart(text: string | null | undefined): Cart {
  const kept = parse(text ?? '')
  if (!Array.isArray(kept)) return emptyCart
  return kept.slice(0, mostLines).reduce<Cart>((cart, entry) => {
    const line = readLine(entry)
    return line ? addToCart(cart, line.product, line.quantity) : cart
  }, emptyCart)
}

export function writeCart(cart: Cart): string {
  return JSON.stringify(cart)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function readLine(entry: unknown): CartLine | null {
  if (!isRecord(entry) || !isRecord(entry.product)) return null
  const { id, name, price, image, stock } = entry.product
  if (!isWhole(id) || !isWhole(price) || price < 0 || price > highestPrice) return null
  if (!isWhole(entry.quantity) || entry.quantity < 1) return null
  const product: CartProduct = { id, price, name: typeof name === 'string' ? name : '' }
  if (typeof image === 'string') product.image = image
  if (isWhole(stock)) product.stock = stock
  return { product, quantity: entry.quantity }
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

export const minimumQuantity = 1

/** More of one product than this is a mistake of the finger, or a wholesale inquiry. */
export const maximumQuantity = 999

const writtenNumber = /^[+-]?\d{1,15}(?:\.\d*)?$/

/** What is not a number becomes 1; nobody gets less than 1 or more than the maximum. */
export function readQuantity(
  entry: string | number | null | undefined,
  maximum: number = maximumQuantity,
): number {
  const text = String(entry).trim()
  const wished = writtenNumber.test(text) ? Math.trunc(Number(text)) : minimumQuantity
  const most = Number.isFinite(maximum) ? Math.min(Math.trunc(maximum), maximumQuantity) : maximumQuantity
  return Math.max(minimumQuantity, Math.min(wished, most))
}

export const outOfStockLabel = 'Out of Stock'

/** Null when the quantity is not a number: then the card shows no label. */
export function stockLabel(quantity: unknown): string | null {
  if (!isNumber(quantity)) return null
  return quantity > 0 ? `${quantity} in stock` : outOfStockLabel
}

/** An unknown quantity does not stop anybody: the server counts the shelf when the order comes. */
export function isBuyable(quantity: unknown): boolean {
  return !isNumber(quantity) || quantity > 0
}

function isNumber(quantity: unknown): quantity is number {
  return Number.isFinite(quantity)
}
