import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import type { Shop } from '../server/shop.ts'
import { type PageRequest, pageRequestContext, shopContext } from './data/shop-context.ts'

const handle = createRequestHandler(build, import.meta.env.MODE)

/** The one function through which the server renders pages. */
export function render(request: Request, shop: Shop, visit: PageRequest): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(shopContext, shop)
  context.set(pageRequestContext, visit)
  return handle(request, context)
}
