import { useMemo } from 'react'
import { stored, useStored } from '../data/stored.ts'

/** The numbers of the saved products, the newest first. Names and prices come fresh from the shop. */
type Wishlist = readonly number[]

type SavedProducts = {
  ids: Wishlist
  /** False until the browser's storage was read. */
  isLoaded: boolean
  has(productId: number): boolean
  save(productId: number): void
  remove(productId: number): void
}

const nothingSaved: Wishlist = []

/** What is remembered for a visitor without an account. */
export function useWishlist(): SavedProducts {
  const loaded = useStored(wishlistStore)
  return useMemo(() => {
    const ids = loaded ?? nothingSaved
    return {
      ids,
      isLoaded: loaded !== undefined,
      has: (id) => ids.includes(id),
      save: (id) => wishlistStore.update((wishlist) => saveToWishlist(wishlist, id)),
      remove: (id) => wishlistStore.update((wishlist) => removeFromWishlist(wishlist, id)),
    }
  }, [loaded])
}

export const wishlistStore = stored('adom_beauty_wishlist', readWishlist)

/** More than anybody scrolls through; the oldest makes room. */
export const mostSaved = 48

export function saveToWishlist(wishlist: Wishlist, productId: number): Wishlist {
  return [productId, ...removeFromWishlist(wishlist, productId)].slice(0, mostSaved)
}

export function removeFromWishlist(wishlist: Wishlist, productId: number): Wishlist {
  return wishlist.filter((id) => id !== productId)
}

/** What was damaged is dropped, the rest stays. */
export function readWishlist(content: unknown): Wishlist {
  return Array.isArray(content) ? [...new Set(content.filter(isProductId))].slice(0, mostSaved) : nothingSaved
}

function isProductId(entry: unknown): entry is number {
  return Number.isSafeInteger(entry) && Number(entry) > 0
}
