import type { FastifyRequest } from 'fastify'
import { refusals } from '#contract/refusals.ts'
import { type CachedResponse, toCachedResponse } from '../platform/cached-answer.ts'
import type { Shop } from '../shop.ts'
import type { PagePlan } from './page-plan.ts'
import type { Pages } from './pages.ts'
import { plainPage } from './plain-page.ts'
import { contentSecurityPolicy } from './security-headers.ts'

export type Rendering = {
  pages: Pages
  shop: Shop
  request: FastifyRequest
  plan: PagePlan
  development: boolean
  /** Another place than the shop itself that pictures come from. */
  pictureOrigin: string | null
}

/** Makes a page. One that had any trouble is shown, but says `no-store`: the next visitor may find it whole. */
export async function renderPage({ pages, shop, request, plan, ...rendering }: Rendering) {
  let isWhole = true
  const report = (err: unknown) => {
    isWhole = false
    request.log.error({ err }, 'page failed')
  }
  const response = await pages
    .render(new Request(plan.url), shop, { id: request.id, address: request.ip, report })
    .catch((error: unknown) => {
      report(error)
      return brokenPage(request.id)
    })
  const body = Buffer.from(await response.arrayBuffer())
  const headers: Record<string, string> = Object.fromEntries(response.headers)
  delete headers['transfer-encoding']
  if (headers['content-type']?.startsWith('text/html')) {
    headers['content-security-policy'] = contentSecurityPolicy(body.toString('utf8'), rendering)
  }
  if (!isWhole || response.status !== 200) headers['cache-control'] = 'no-store'
  Object.assign(headers, { ...cacheHeaders(plan), ...headers })
  return toCachedResponse({ status: response.status, headers, body })
}

/**
 * A browser asks again each time and hears within milliseconds that nothing has changed. A network of servers between the
 * shop and its visitors may answer for some seconds by itself, so that a price is never old for long and nobody has to clear
 * anything there. A search or a page for one person is nobody else's to keep.
 */
export function cacheHeaders({
  isPublic,
  keep,
}: Pick<PagePlan, 'isPublic' | 'keep'>): Record<string, string> {
  if (keep === null)
    return { 'cache-control': `${isPublic ? 'public' : 'private'}, max-age=0, must-revalidate` }
  return {
    'cache-control': 'public, max-age=0, s-maxage=5, must-revalidate',
    'cdn-cache-control': 'public, max-age=5, stale-while-revalidate=30',
  }
}

export function mayBeKept({ headers }: CachedResponse): boolean {
  return !headers['cache-control']?.includes('no-store')
}

function brokenPage(requestId: string): Response {
  const { status, text } = refusals.broken
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  return new Response(plainPage(text, requestId), { status, headers })
}
