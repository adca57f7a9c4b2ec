import { createContext, type ReactNode, use, useMemo } from 'react'
import {
  addToCart,
  type Cart,
  type CartProduct,
  cartItemCount,
  cartTotal,
  emptyCart,
  removeFromCart,
  setCartQuantity,
} from '../../rules/cart.ts'
import type { Pesewas } from '../../rules/money.ts'
import { cartKeepsake } from './cart-store.ts'
import { useKeepsake } from './use-keepsake.ts'

export type CartCounter = {
  lines: Cart
  total: Pesewas
  itemCount: number
  /** False until the browser's storage was read: before that nobody knows whether the cart is empty. */
  isLoaded: boolean
  add(product: CartProduct, quantity?: number): void
  setQuantity(productId: number, quantity: number): void
  remove(productId: number): void
  clear(): void
}

const CartContext = createContext<CartCounter | null>(null)

export function CartProvider({ children }: { children: ReactNode }) {
  const { kept: lines, isLoaded, change } = useKeepsake(cartKeepsake)
  const counter = useMemo<CartCounter>(
    () => ({
      lines,
      total: cartTotal(lines),
      itemCount: cartItemCount(lines),
      isLoaded,
      add: (product, quantity) => change((cart) => addToCart(cart, product, quantity)),
      setQuantity: (id, quantity) => change((cart) => setCartQuantity(cart, id, quantity)),
      remove: (id) => change((cart) => removeFromCart(cart, id)),
      clear: () => change(() => emptyCart),
    }),
    [lines, isLoaded, change],
  )
  return <CartContext value={counter}>{children}</CartContext>
}

export function useCart(): CartCounter {
  const counter = use(CartContext)
  if (counter === null) throw new Error('useCart must be used within a CartProvider')
  return counter
}
