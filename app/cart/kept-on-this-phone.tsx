import type { ReactNode } from 'react'
import { CartProvider } from './cart.tsx'
import { DeliveryPlaceProvider } from './delivery-place.tsx'
import { WishlistProvider } from './wishlist.tsx'

/** All that the shop remembers for a visitor without an account. */
export function KeptOnThisPhone({ children }: { children: ReactNode }) {
  return (
    <CartProvider>
      <WishlistProvider>
        <DeliveryPlaceProvider>{children}</DeliveryPlaceProvider>
      </WishlistProvider>
    </CartProvider>
  )
}
