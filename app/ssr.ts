import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Shop } from '../server/shop.ts'
import { type PageRequest, pageRequestContext, shopContext } from './data/shop-context.ts'

/** The one function through which the server renders pages. */
export function render(request: Request, shop: Shop, visit: PageRequest): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(shopContext, shop)
  context.set(pageRequestContext, visit)
  // However an address is spelled, it leads to the same page; in any other spelling only more slowly.
  const handle = handlers.get(firstWord(new URL(request.url).pathname)) ?? handleAny
  return handle(request, context)
}

type RouteOfBuild = NonNullable<ServerBuild['routes'][string]>

/** Each page by the first word of its address, with the routes that lie around it. */
const pages = Object.values(build.routes).flatMap((route) => {
  // A route without an address only lies around others.
  if (!route || !(route.path || route.index)) return []
  const line = lineOf(route)
  const address = line.map(({ path = '' }) => `/${path}`).join('')
  return { word: firstWord(address.replaceAll(/\/+/g, '/')), ids: line.map(({ id }) => id) }
})

const handleAny = createRequestHandler(build, import.meta.env.MODE)

/**
 * React Router tries the routes one by one and describes all of them anew for each page. So a page is given those alone that
 * begin as its address does, as the framework's own server bundles would do it (decision 050).
 */
const handlers = new Map(
  pages.map(({ word }) => [word, createRequestHandler(onlyWith(word), import.meta.env.MODE)]),
)

function onlyWith(word: string): ServerBuild {
  const fitting = pages.filter((page) => page.word === word || isOpen(page.word))
  const ids = new Set(fitting.flatMap((page) => page.ids))
  const only = <Route>(all: Record<string, Route>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)))
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  }
}

/** Any word may stand there, or none. */
function isOpen(word: string): boolean {
  return /^[:*]|\?$/.test(word)
}

/** The outermost first. */
function lineOf(route: RouteOfBuild): RouteOfBuild[] {
  const around = build.routes[route.parentId ?? '']
  return around ? [...lineOf(around), route] : [route]
}

function firstWord(path: string): string {
  return path.split('/', 2)[1] ?? ''
}
