import { createContext, type ReactNode, use, useMemo } from 'react'
import { useKeepsake } from './use-keepsake.ts'
import { removeFromWishlist, saveToWishlist, type Wishlist, wishlistKeepsake } from './wishlist-store.ts'

export type SavedProducts = {
  ids: Wishlist
  /** False until the browser's storage was read. */
  isLoaded: boolean
  has(productId: number): boolean
  save(productId: number): void
  remove(productId: number): void
}

const WishlistContext = createContext<SavedProducts | null>(null)

export function WishlistProvider({ children }: { children: ReactNode }) {
  const { kept: ids, isLoaded, change } = useKeepsake(wishlistKeepsake)
  const saved = useMemo<SavedProducts>(
    () => ({
      ids,
      isLoaded,
      has: (id) => ids.includes(id),
      save: (id) => change((wishlist) => saveToWishlist(wishlist, id)),
      remove: (id) => change((wishlist) => removeFromWishlist(wishlist, id)),
    }),
    [ids, isLoaded, change],
  )
  return <WishlistContext value={saved}>{children}</WishlistContext>
}

export function useWishlist(): SavedProducts {
  const saved = use(WishlistContext)
  if (saved === null) throw new Error('useWishlist must be used within a WishlistProvider')
  return saved
}
