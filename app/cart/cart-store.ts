import { type Cart, cartKey, emptyCart, readCart, writeCart } from '#rules/cart.ts'
import { type BrowserStore, type Keepsake, openBrowserStore } from './browser-store.ts'

export type CartStore = BrowserStore<Cart>

export const cartKeepsake: Keepsake<Cart> = {
  key: cartKey,
  empty: emptyCart,
  read: readOrReport,
  write: writeCart,
}

export function openCartStore(storage: Parameters<typeof openBrowserStore>[1], tabs: EventTarget): CartStore {
  return openBrowserStore(cartKeepsake, storage, tabs)
}

function readOrReport(text: string | null): Cart {
  try {
    JSON.parse(text ?? 'null')
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification wants a cart that cannot be read to be logged.
    console.warn('The cart could not be read', error)
  }
  return readCart(text)
}
