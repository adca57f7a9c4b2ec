import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../contract/refusals.ts'
import { type CachedAnswer, toCachedAnswer } from '../platform/cached-answer.ts'
import { openPageCache } from '../platform/page-cache.ts'
import type { Tools } from '../platform/tools.ts'
import type { Shop } from '../shop.ts'
import { brokenPage } from './broken-page.ts'
import { contentSecurityPolicy } from './security-headers.ts'
import { sendPage } from './send-page.ts'

/** What the pages' bundle offers: the one seam between the server and the pages. */
export type Pages = typeof import('../../app/ssr.ts')

type PageDoor = { loadPages: () => Promise<Pages>; shop: Shop; tools: Tools; development: boolean }

export async function loadBuiltPages(): Promise<Pages> {
  return await import(pathToFileURL('build/server/index.js').href)
}

/** Everything that is not the API is a page. Public pages are made once, kept compressed and sent from memory. */
export function servePages(app: FastifyInstance, { loadPages, shop, tools, development }: PageDoor): void {
  const kept = openPageCache({ maxBytes: 64 * 1024 * 1024, maxAgeMs: 60_000, clock: tools.clock })
  app.addHook('onClose', async () => unsubscribe())
  const unsubscribe = tools.changes.subscribe((topic) => kept.drop(topic))

  app.get('/*', { config: { access: 'anyone' } }, async (request, reply) => {
    const pages = await loadPages()
    const plan = planPage(pages, request, tools.config.publicUrl)
    const mayKeep = plan.shows !== null && !development && tools.changes.isListening()
    const found = mayKeep ? kept.find(plan.key) : null
    if (found !== null) return sendPage(request, reply, found)

    const ticket = kept.begin(plan.shows ?? [])
    const entry = await renderPage({ pages, shop, request, reply, url: plan.url, development })
    if (mayKeep && isWhole(entry)) kept.store(ticket, plan.key, entry)
    return sendPage(request, reply, entry)
  })
}

/** A page that lacks a part says `no-store`: the next visitor may find it whole. */
function isWhole({ status, headers }: CachedAnswer): boolean {
  return status === 200 && !headers['cache-control']?.includes('no-store')
}

type Plan = { url: string; key: string; shows: readonly string[] | null }

/** Only the parameters that a page knows count, so that nobody can fill the memory with made-up ones. */
function planPage(pages: Pages, request: FastifyRequest, publicUrl: string): Plan {
  const asked = readUrl(request.url, publicUrl)
  const path = asked.pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/')
  const page = pages.findPublicPage(path)
  if (page === undefined) return { url: asked.href, key: '', shows: null }

  const url = new URL(asked.pathname, asked)
  for (const name of [...page.parameters].sort()) {
    const value = asked.searchParams.get(name)
    if (value) url.searchParams.set(name, value)
  }
  const key = `${url.pathname}${url.search}`
  const endless = [...(page.neverKept ?? []), '_routes'].filter((name) => asked.searchParams.has(name))
  for (const name of endless) url.searchParams.set(name, asked.searchParams.get(name) ?? '')
  return { url: url.href, key, shows: endless.length > 0 ? null : page.shows }
}

function readUrl(raw: string, publicUrl: string): URL {
  const url = URL.parse(raw.replace(/^\/{2,}/, '/'), publicUrl)
  if (url === null || !canDecode(url.pathname)) throw new Refusal('not_found')
  return url
}

function canDecode(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}

type Rendering = Omit<PageDoor, 'loadPages' | 'tools'> & {
  pages: Pages
  request: FastifyRequest
  reply: FastifyReply
  url: string
}

async function renderPage({ pages, shop, request, url, development }: Rendering): Promise<CachedAnswer> {
  const visit = { id: request.id, report: (err: unknown) => request.log.error({ err }, 'page failed') }
  const response = await pages.render(new Request(url), shop, visit).catch((error: unknown) => {
    visit.report(error)
    return brokenPage(request.id)
  })
  const body = Buffer.from(await response.arrayBuffer())
  const headers: Record<string, string> = Object.fromEntries(response.headers)
  delete headers['transfer-encoding']
  if (headers['content-type']?.startsWith('text/html')) {
    headers['content-security-policy'] = contentSecurityPolicy(body.toString('utf8'), { development })
  }
  headers['cache-control'] ??= response.status === 200 ? 'public, max-age=0, must-revalidate' : 'no-store'
  return toCachedAnswer({ status: response.status, headers, body })
}
