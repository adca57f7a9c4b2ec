import { createContext } from 'react-router'
import type { Shop } from '#server/shop.ts'

/** The counter, as loaders on the server reach it: `context.get(shopContext)`. */
export const shopContext = createContext<Shop>()

/** One visit to a page: its name in the log, where it comes from, and where its troubles are told. */
export type PageRequest = { id: string; address: string; report(error: unknown): void }

export const pageRequestContext = createContext<PageRequest>()
