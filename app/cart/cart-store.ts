import { type Cart, cartKey, emptyCart, readCart, writeCart } from '../../rules/cart.ts'
import { type BrowserStore, type Keepsake, openBrowserStore } from './browser-store.ts'

export type CartStore = BrowserStore<Cart>

export const cartKeepsake: Keepsake<Cart> = {
  key: cartKey,
  empty: emptyCart,
  read: readCart,
  write: writeCart,
}

export function openCartStore(storage: Parameters<typeof openBrowserStore>[1], tabs: EventTarget): CartStore {
  return openBrowserStore(cartKeepsake, storage, tabs)
}
