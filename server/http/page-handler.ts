import { transcode } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, refusals } from '#contract/refusals.ts'
import { measuredBy } from '#rules/measuring.ts'
import type { Context } from '../platform/context.ts'
import type { Topic } from '../platform/database/invalidation.ts'
import { type CachedResponse, toCachedResponse } from '../platform/page-cache.ts'
import type { Shop } from '../shop.ts'
import {
  cacheKey,
  openStaleIfError,
  type ResponseCache,
  sendCachedResponse,
  within,
} from './cached-responses.ts'
import { plainPage } from './errors.ts'
import type { Pages } from './pages.ts'
import { callerAddress } from './proxies.ts'
import { contentSecurityPolicy, takeOutMarks } from './security-headers.ts'

type PageHandlerOptions = {
  loadPages: () => Promise<Pages>
  shop: Shop
  responses: ResponseCache
  context: Context
  publicUrl: string
  development: boolean
  pictureOrigin: string | null
  staleAfterMs: number
}

/** Everything that is not the API is a page. Public pages are rendered once, cached compressed and sent from memory. */
export function servePages(
  app: FastifyInstance,
  { loadPages, shop, responses, context, publicUrl, development, ...options }: PageHandlerOptions,
): void {
  const { pictureOrigin, staleAfterMs } = options
  const staleIfError = openStaleIfError(context)
  // A shop without its pages does not open, and no visitor waits for them to be loaded.
  let loaded: Pages | null = null
  if (!development) {
    app.addHook('onReady', async () => {
      loaded = await loadPages()
    })
  }

  /** A machine with more work than it can do renders nothing; it sends what it has, however old. */
  const pressureHandler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { cache } = cachePolicyOf(request.url, publicUrl)
    if (cache && responses.find(cache.key)) return
    const stale = cache && staleIfError.find(cache.key)
    if (stale === null) throw new Refusal('busy', { retryAfterSeconds: 5 })
    await sendCachedResponse(request, reply, stale)
  }

  app.get('/*', { config: { access: 'anyone', pressureHandler } }, async (request, reply) => {
    const straight = straightAddress(request.url)
    if (straight !== null) return reply.redirect(straight, 301)
    const pages = loaded ?? (await loadPages())
    const policy = cachePolicyOf(request.url, publicUrl)
    const isFramed = asksForFrame(request.url)
    const cache = development || isFramed ? null : policy.cache
    const found = cache && responses.find(cache.key)
    if (found) return sendCachedResponse(request, reply, found)

    const render = async () => {
      const ticket = await responses.begin(cache?.shows ?? [])
      const rendering = { pages, shop, request, development, pictureOrigin, isFramed }
      const view = await viewOf(shop, request, pagePathOf(new URL(policy.url).pathname))
      if (view !== 'open') {
        staleIfError.forget()
        return await renderUnopened(rendering, policy, view)
      }
      const cached = await renderPage({ ...rendering, policy, changesAt: ticket.until })
      if (cache && mayBeCached(cached)) responses.store(ticket, cache.key, cached, cache)
      const isLasting = cache !== null && !cache.briefly
      return isLasting ? staleIfError.fallBack(cache.key, cached) : cached
    }
    const stale = cache && staleIfError.find(cache.key)
    return sendCachedResponse(
      request,
      reply,
      await (stale ? within(staleAfterMs, render(), stale) : render()),
    )
  })
}

/** As the preview of a brand asks for pages of the shop. */
function asksForFrame(address: string): boolean {
  return /[?&]preview=brand(?:&|$)/.test(address)
}

type CachePolicy = {
  /** What is asked of the pages; its host is always the shop's own. */
  url: string
  /** The same for everyone, whoever asks. */
  isPublic: boolean
  /** The cache key, and the topics that it shows; null where the page is rendered for each request. */
  cache: { key: string; shows: readonly string[]; briefly: boolean } | null
}

type PublicPage = {
  path: RegExp
  /** The query parameters that change what the page shows. All others are ignored. */
  parameters: readonly string[]
  /** Parameters with endless values: a page asked for with one of them is cached for some seconds only. */
  endless?: readonly string[]
  shows: readonly Topic[]
}

/** Pages that are the same for everyone. A page that is not listed here is made for each request. */
const publicPages: readonly PublicPage[] = [
  { path: /^\/$/, parameters: [], shows: ['catalogue', 'blog', 'testimonials', 'settings'] },
  {
    path: /^\/shop$/,
    parameters: ['category', 'sort', 'page'],
    endless: ['q'],
    shows: ['catalogue', 'settings'],
  },
  { path: /^\/product\/-?\d{1,10}$/, parameters: ['reviews'], shows: ['catalogue', 'settings'] },
  { path: /^\/blog$/, parameters: ['page'], endless: ['gone'], shows: ['blog', 'settings'] },
  { path: /^\/blog\/rss\.xml$/, parameters: [], shows: ['blog', 'settings'] },
  { path: /^\/blog\/[^/]{1,200}$/, parameters: [], shows: ['blog', 'catalogue', 'settings'] },
  { path: /^\/pages\/[^/]{1,200}$/, parameters: [], shows: ['settings'] },
  {
    path: /^\/(?:about|contact|faq|shipping-policy|returns-policy|privacy-policy|terms-of-service)$/,
    parameters: [],
    shows: ['settings'],
  },
  { path: /^\/(?:login|signup|forgot-password)$/, parameters: [], endless: ['from'], shows: ['settings'] },
  { path: /^\/sitemap\.xml$/, parameters: [], shows: ['catalogue', 'blog'] },
  { path: /^\/feeds\/(?:products\.xml|whatsapp\.csv)$/, parameters: [], shows: ['catalogue', 'settings'] },
  { path: /^\/robots\.txt$/, parameters: [], shows: [] },
  { path: /^\/(?:manifest|driver)\.webmanifest$/, parameters: [], shows: ['settings'] },
  { path: /^\/(?:cart|checkout)$/, parameters: [], shows: ['settings'] },
  { path: /^\/brand\/[\w-]{12,30}\.css$/, parameters: [], shows: ['settings'] },
  { path: /^\/wishlist$/, parameters: [], shows: ['settings'] },
]

/** The footer leads to the owner's own pages and to the categories. */
const everyPageShows: readonly Topic[] = ['pages', 'categories']

function findPublicPage(path: string): PublicPage | undefined {
  return publicPages.find((page) => page.path.test(path))
}

/** Only the parameters that a page knows count, so that nobody can fill the memory with made-up ones. */
function cachePolicyOf(address: string, publicUrl: string): CachePolicy {
  const asked = readUrl(address, publicUrl)
  const page = findPublicPage(pagePathOf(asked.pathname))
  if (page === undefined) return { url: asked.href, isPublic: false, cache: null }

  const url = new URL(asked.pathname, asked)
  copyFilled(page.parameters.toSorted(), asked, url)
  const briefly = copyFilled(page.endless ?? [], asked, url) > 0
  // However the same path is written, it is one page.
  const key = cacheKey(decodeURIComponent(url.pathname), url.search)
  return { url: url.href, isPublic: true, cache: { key, shows: [...page.shows, ...everyPageShows], briefly } }
}

/** A browser that is here already asks for the data of a page alone. */
function pagePathOf(path: string): string {
  return path.replace(/\/_\.data$/, '/').replace(/\.data$/, '')
}

/** Says how many there were. A form sends its empty fields too; they mean nothing. */
function copyFilled(names: readonly string[], from: URL, to: URL): number {
  const filled = names.filter((name) => from.searchParams.get(name))
  for (const name of filled) to.searchParams.set(name, from.searchParams.get(name) ?? '')
  return filled.length
}

/** A page has one address, without a slash at its end. Null where it was written like that already. */
export function straightAddress(address: string): string | null {
  const [, path, query = ''] = /^([^?]*[^/?])\/+(\?.*)?$/.exec(pathOf(address)) ?? []
  return path === undefined ? null : path.replaceAll(/[\\/]+/g, '/') + query
}

/** A request may name any host it likes; a page made for a stranger's host must never be cached for others. */
function readUrl(address: string, publicUrl: string): URL {
  const url = URL.parse(publicUrl + pathOf(address))
  if (url === null || !canDecode(url.pathname)) throw new Refusal('not_found')
  return url
}

function pathOf(address: string): string {
  return address.replace(/^https?:\/\/[^/?]*/i, '').replace(/^\/*/, '/')
}

function canDecode(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}

/**
 * For the staff, the shop as it will be; for everybody else the page that says that it opens soon, in the place of any other. A
 * browser that asks for data alone is told to load the whole page. Neither is cached: the shop may open at any moment.
 */
async function renderUnopened(
  rendering: Omit<Rendering, 'policy'>,
  policy: CachePolicy,
  view: Exclude<View, 'open'>,
): Promise<CachedResponse> {
  const uncached = { ...policy, isPublic: false, cache: null }
  if (view === 'preview') return await renderPage({ ...rendering, policy: uncached })
  const { origin, pathname, search } = new URL(policy.url)
  const path = pagePathOf(pathname)
  // What only programs read has no page in its place.
  if (/\.\w+$/.test(path)) throw new Refusal('not_found')
  const isData = path !== pathname
  const url = `${origin}/opening-soon${isData ? '.data' : ''}`
  const closedFor = isData ? path + search : undefined
  return await renderPage({ ...rendering, policy: { ...uncached, url }, closedFor })
}

type Rendering = {
  pages: Pages
  shop: Shop
  request: FastifyRequest
  policy: CachePolicy
  /** When a price on the page changes by itself; null where no such moment is known. */
  changesAt?: Date | null
  development: boolean
  /** The back office shows the page within its own: to the shop itself, and to nobody else, that is allowed. */
  isFramed: boolean
  /** Another place than the shop itself that pictures come from. */
  pictureOrigin: string | null
  /** The page that was asked for where the shop is closed. */
  closedFor?: string | undefined
}

/** Renders a page. One that had any trouble is shown, but says `no-store`: the next visitor may find it whole. */
async function renderPage({ pages, shop, request, policy, closedFor, changesAt, ...rendering }: Rendering) {
  let isWhole = true
  const nonce = randomUUID()
  const report = (err: unknown) => {
    isWhole = false
    request.log.error({ err }, 'page failed')
  }
  const visit: Parameters<Pages['render']>[2] = {
    id: request.id,
    address: callerAddress(request),
    nonce,
    report,
    closedFor,
  }
  const response = await pages.render(new Request(policy.url), shop, visit).catch((error: unknown) => {
    report(error)
    delete visit.html
    return errorPage(request.id)
  })
  let body = inBytes(visit.html ?? (await response.text()))
  // What still knows the visit would keep the text with it until all memory is looked through.
  delete visit.html
  const headers: Record<string, string> = Object.fromEntries(response.headers)
  delete headers['transfer-encoding']
  if (headers['content-type']?.startsWith('text/html')) {
    const unmarked = takeOutMarks(body, nonce)
    body = unmarked.body
    headers['content-security-policy'] = contentSecurityPolicy(unmarked.hashes, {
      ...rendering,
      measuring: measuredBy(visit.measuring, new URL(policy.url).pathname),
    })
    if (rendering.isFramed) headers['x-frame-options'] = 'SAMEORIGIN'
  }
  if (!isWhole || response.status !== 200) headers['cache-control'] = 'no-store'
  const changesSoon = changesAt != null && changesAt.getTime() - shop.now().getTime() < longestOnTheWay
  Object.assign(headers, { ...cacheHeaders(policy, changesSoon), ...headers })
  const isBrief = policy.cache === null || policy.cache.briefly || rendering.isFramed
  return toCachedResponse({ status: response.status, headers, body, isBrief })
}

/**
 * By way of UTF-16, because V8 writes a text with a single letter like ’ in it as UTF-8 letter by letter, which takes at least twice
 * as long (decision 052). Half an emoji, as it is left where a text was cut, is refused there.
 */
function inBytes(page: string): Buffer {
  try {
    return transcode(Buffer.from(page, 'utf16le'), 'utf16le', 'utf8')
  } catch {
    return Buffer.from(page)
  }
}

/**
 * A browser revalidates each time and gets a 304 within milliseconds. A CDN may answer for some seconds by itself, so that a
 * price is never old for long and nobody has to purge anything there; not while a price is about to change. A search or a page
 * for one person is not cached.
 */
export function cacheHeaders(
  { isPublic, cache }: Pick<CachePolicy, 'isPublic' | 'cache'>,
  changesSoon = false,
): Record<string, string> {
  if (cache === null || cache.briefly || changesSoon)
    return { 'cache-control': `${isPublic ? 'public' : 'private'}, max-age=0, must-revalidate` }
  return {
    'cache-control': 'public, max-age=0, s-maxage=5, must-revalidate',
    'cdn-cache-control': 'public, max-age=5, stale-while-revalidate=30',
  }
}

/** A minute in our cache, and then 35 seconds in that of a CDN. */
const longestOnTheWay = 95_000

function mayBeCached({ headers }: CachedResponse): boolean {
  return !headers['cache-control']?.includes('no-store')
}

function errorPage(requestId: string): Response {
  const { status, text } = refusals.broken
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  return new Response(plainPage(text, requestId), { status, headers })
}

/** What somebody sees of the shop: all of it, or that it opens soon; the staff sees all of it before it opens. */
type View = 'open' | 'closed' | 'preview'

/** Whoever works here, or waits for an order that was placed before, goes on as ever. */
const staysOpen =
  /^\/(?:login|signup|forgot-password|reset-password|confirm-email|welcome|account|user-orders|track-order|newsletter\/leave|stop\/[\w-]+|robots\.txt|manifest\.webmanifest|driver\.webmanifest|opening-soon|styleguide|brand\/[\w-]+\.css|(?:pay|driver|admin)(?:\/.*)?)$/

const cookie = 'shop_preview'

/** A shop that cannot be asked counts as open: its pages say by themselves what is wrong. */
async function viewOf(shop: Shop, { headers }: FastifyRequest, path: string): Promise<View> {
  if (staysOpen.test(path)) return 'open'
  const opening = await shop.opening.read().catch(() => null)
  if (opening === null || opening.isOpen) return 'open'
  const shown = new RegExp(`(?:^|;\\s*)${cookie}=([\\w-]{1,100})(?:;|$)`).exec(headers.cookie ?? '')?.[1]
  return shown !== undefined && shown === opening.previewKey ? 'preview' : 'closed'
}

const aDay = 24 * 60 * 60

/** Pages come without a sign-in, so the browser of somebody who works here says so with each of them. Visitors get no cookie. */
export function letPreview({ publicUrl }: Shop, reply: FastifyReply, previewKey: string | null): void {
  if (previewKey === null) return
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const parts = `${cookie}=${previewKey}; Path=/; Max-Age=${aDay}; HttpOnly; SameSite=Lax${secure}`
  reply.header('set-cookie', parts)
}
