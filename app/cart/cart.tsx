import { createContext, type ReactNode, use, useMemo } from 'react'
import {
  addToCart,
  type Cart,
  type CartLine,
  type CartProduct,
  cartItemCount,
  cartKey,
  cartTotal,
  emptyCart,
  readCart,
  removeFromCart,
  setCartQuantity,
  updateInCart,
  writeCart,
} from '#rules/cart.ts'
import type { Pesewas } from '#rules/money.ts'
import { plainText, stored, useStored } from '../data/stored.ts'

/** What can be done with the cart; these are always the same functions. */
type CartSteps = {
  add(product: CartProduct, quantity?: number): void
  setQuantity(productId: number, quantity: number): void
  /** Takes over what the shop says today; nothing happens when the product has left the cart meanwhile. */
  update(productId: number, step: (line: CartLine) => CartLine): void
  remove(productId: number): void
  clear(): void
}

type CartContents = {
  lines: Cart
  total: Pesewas
  itemCount: number
  /** False until the browser's storage was read: before that nobody knows whether the cart is empty. */
  isLoaded: boolean
}

const CartContext = createContext<(CartContents & CartSteps) | null>(null)

export function CartProvider({ children }: { children: ReactNode }) {
  const loaded = useStored(cartStore)
  const cart = useMemo(() => {
    const lines = loaded ?? emptyCart
    const isLoaded = loaded !== undefined
    return { lines, total: cartTotal(lines), itemCount: cartItemCount(lines), isLoaded, ...steps }
  }, [loaded])
  return <CartContext value={cart}>{children}</CartContext>
}

export function useCart(): CartContents & CartSteps {
  const cart = use(CartContext)
  if (cart === null) throw new Error('useCart must be used within a CartProvider')
  return cart
}

export const cartStore = stored<Cart>(cartKey, readOrReport, {
  format: { ...plainText, stringify: writeCart },
})

const steps: CartSteps = {
  add: (product, quantity) => cartStore.update((cart) => addToCart(cart, product, quantity)),
  setQuantity: (id, quantity) => cartStore.update((cart) => setCartQuantity(cart, id, quantity)),
  update: (id, step) => cartStore.update((cart) => updateInCart(cart, id, step)),
  remove: (id) => cartStore.update((cart) => removeFromCart(cart, id)),
  clear: () => cartStore.write(emptyCart),
}

function readOrReport(text: unknown): Cart {
  if (typeof text !== 'string') return emptyCart
  try {
    JSON.parse(text)
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification wants a cart that cannot be read to be logged.
    console.warn('The cart could not be read', error)
  }
  return readCart(text)
}
