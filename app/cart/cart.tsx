import { createContext, type ReactNode, use, useMemo } from 'react'
import {
  addToCart,
  type Cart,
  type CartLine,
  type CartProduct,
  cartItemCount,
  cartTotal,
  emptyCart,
  removeFromCart,
  setCartQuantity,
  updateInCart,
} from '#rules/cart.ts'
import type { Pesewas } from '#rules/money.ts'
import { cartKeepsake } from './cart-store.ts'
import { useKeepsake } from './use-keepsake.ts'

/** What can be done with the cart; these stay the same functions as long as the page is open. */
type CartSteps = {
  add(product: CartProduct, quantity?: number): void
  setQuantity(productId: number, quantity: number): void
  /** Takes over what the shop says today; nothing happens when the product has left the cart meanwhile. */
  update(productId: number, step: (line: CartLine) => CartLine): void
  remove(productId: number): void
  clear(): void
}

export type CartCounter = CartSteps & {
  lines: Cart
  total: Pesewas
  itemCount: number
  /** False until the browser's storage was read: before that nobody knows whether the cart is empty. */
  isLoaded: boolean
}

const CartContext = createContext<CartCounter | null>(null)

export function CartProvider({ children }: { children: ReactNode }) {
  const { kept: lines, isLoaded, change } = useKeepsake(cartKeepsake)
  const steps = useMemo<CartSteps>(
    () => ({
      add: (product, quantity) => change((cart) => addToCart(cart, product, quantity)),
      setQuantity: (id, quantity) => change((cart) => setCartQuantity(cart, id, quantity)),
      update: (id, step) => change((cart) => updateInCart(cart, id, step)),
      remove: (id) => change((cart) => removeFromCart(cart, id)),
      clear: () => change(() => emptyCart),
    }),
    [change],
  )
  const counter = useMemo<CartCounter>(
    () => ({ lines, total: cartTotal(lines), itemCount: cartItemCount(lines), isLoaded, ...steps }),
    [lines, isLoaded, steps],
  )
  return <CartContext value={counter}>{children}</CartContext>
}

export function useCart(): CartCounter {
  const counter = use(CartContext)
  if (counter === null) throw new Error('useCart must be used within a CartProvider')
  return counter
}
