import type { Keepsake } from './browser-store.ts'

/** The numbers of the saved products, the newest first. Names and prices come fresh from the shop. */
export type Wishlist = readonly number[]

/** More than anybody scrolls through; the oldest makes room. */
export const mostSaved = 48

export const wishlistKeepsake: Keepsake<Wishlist> = {
  key: 'adom_beauty_wishlist',
  empty: [],
  read: readWishlist,
  write: (wishlist) => JSON.stringify(wishlist),
}

export function saveToWishlist(wishlist: Wishlist, productId: number): Wishlist {
  return [productId, ...removeFromWishlist(wishlist, productId)].slice(0, mostSaved)
}

export function removeFromWishlist(wishlist: Wishlist, productId: number): Wishlist {
  return wishlist.filter((id) => id !== productId)
}

/** What was damaged is dropped, the rest stays. */
function readWishlist(text: string | null): Wishlist {
  const kept: unknown = JSON.parse(text ?? '[]')
  if (!Array.isArray(kept)) return []
  return [...new Set(kept.filter(isProductId))].slice(0, mostSaved)
}

function isProductId(entry: unknown): entry is number {
  return Number.isSafeInteger(entry) && Number(entry) > 0
}
