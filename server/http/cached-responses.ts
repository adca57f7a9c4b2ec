import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '../features/accounts/viewer.ts'
import type { Context } from '../platform/context.ts'
import type { Topic } from '../platform/database/invalidation.ts'
import {
  type CachedResponse,
  type Compression,
  compressedBody,
  openPageCache,
  type PageCache,
  type Ticket,
  toCachedResponse,
} from '../platform/page-cache.ts'
import { cameWithoutHttps } from './proxies.ts'
import { fileSecurityHeaders, securityHeaders } from './security-headers.ts'

type CachePolicy = {
  /** All that the response is made of: whoever changes any of it publishes its topic. */
  shows: readonly Topic[]
  /** Asked with others, it is made anew and for this one caller. */
  parameters: readonly string[]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * A promise: asked with these parameters and no others, the route gives everyone the same response, whoever asks and with
     * whatever token, until something that it shows changes. It is made as for a visitor and sent to whoever asks next, mostly
     * before anybody looks who that is. So only what anyone may call can be cached.
     */
    cached?: CachePolicy
  }
  interface FastifyRequest {
    /** While a response is made that will be cached: who asks is put aside. */
    caching: { key: string; ticket: Ticket; viewer: Viewer | null } | null
  }
}

export type ResponseCache = Pick<PageCache, 'find' | 'store'> & {
  /** As `begin` of the page cache; knows by itself until when the prices in a response hold. */
  begin(topics: readonly string[]): Promise<Ticket>
}

type CacheOptions = Pick<Context, 'invalidation' | 'clock' | 'config'> & {
  /** When a price changes by itself, because a sale begins or ends. */
  findNextPriceChange(): Promise<Date | null>
}

/** Responses that were made once and are sent to everybody, until what they show changes. */
export function openResponseCache(
  app: FastifyInstance,
  { invalidation, clock, config, findNextPriceChange }: CacheOptions,
): ResponseCache {
  const cache = openPageCache({ maxBytes: config.caches.responseBytes, maxAgeMs: 60_000, clock })
  const unsubscribe = invalidation.subscribe((topic) => cache.drop(topic))
  app.addHook('onClose', async () => unsubscribe())
  return {
    ...cache,
    // While invalidations do not reach this process, nothing is served from memory.
    find: (key) => (invalidation.isListening() ? cache.find(key) : null),
    async begin(topics) {
      const ticket = cache.begin(topics)
      if (!topics.includes('catalogue')) return ticket
      // Whoever cannot say how long a price holds does not keep it.
      return { ...ticket, until: await findNextPriceChange().catch(() => clock()) }
    },
  }
}

/** However the same address is written, it has one cache key. */
export function cacheKey(path: string, search: string): string {
  return `${search} ${path}`
}

/** Null for an address that could be written in another way: the page handler knows which page it means. */
export function plainCacheKey(address: string): string | null {
  if (address.includes('%')) return null
  const asked = address.indexOf('?')
  return asked === -1 ? cacheKey(address, '') : cacheKey(address.slice(0, asked), address.slice(asked))
}

/** Routes of the API that say `cached`. Whoever comes with a token has been looked at by then, as on every other route. */
export function cacheApiResponses(app: FastifyInstance, responses: ResponseCache): void {
  app.decorateRequest('caching', null)
  app.addHook('onRoute', (route) => {
    const policy = route.config?.cached
    // The HEAD route, which Fastify makes out of it by itself, goes without.
    if (policy === undefined || route.method !== 'GET') return
    if (route.config?.access !== 'anyone')
      throw new Error(`The route ${route.url} is cached, but not everyone may call it`)
    route.preHandler = async (request: FastifyRequest, reply: FastifyReply) => {
      const key = keyOf(policy, request)
      if (key === null) return
      const found = responses.find(key)
      if (found) return sendCachedResponse(request, reply, found)
      const ticket = await responses.begin(policy.shows)
      request.caching = { key, ticket, viewer: request.viewer }
      // What does not know who asks can say nothing that is meant for one person.
      request.viewer = null
    }
    route.onSend = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
      if (request.caching === null) return payload
      const { key, ticket, viewer } = request.caching
      request.viewer = viewer
      if (reply.statusCode !== 200) return payload
      const response = { status: 200, headers: headersOf(reply), body: Buffer.from(String(payload)) }
      responses.store(ticket, key, toCachedResponse(response))
      return payload
    }
  })
}

/**
 * Each response has one address, spelled with the values as the route has understood them. Any other spelling is null and made
 * anew: no two readers of an address can take it for different things, and nobody can fill the memory with made-up ones.
 */
function keyOf({ parameters }: CachePolicy, request: FastifyRequest): string | null {
  const { url, routeOptions } = request
  const params = request.params as Record<string, unknown>
  const query = request.query as Record<string, unknown>
  const path = String(routeOptions.url).replace(/:(\w+)/g, (_, name: string) => String(params[name]))
  if (url === path) return cacheKey(path, '')
  if (!url.startsWith(`${path}?`)) return null
  const search = url.slice(path.length)
  const isPlain = search
    .slice(1)
    .split('&')
    .every((pair) => {
      const [, name = '', value] = /^(\w+)=([\w-]+)$/.exec(pair) ?? []
      return parameters.includes(name) && value === String(query[name])
    })
  return isPlain ? cacheKey(path, search) : null
}

const madeForOne = /^(x-request-id|content-length|x-ratelimit-|retry-after|date)/

function headersOf(reply: FastifyReply): Record<string, string> {
  const headers = Object.entries(reply.getHeaders()).filter(([name]) => !madeForOne.test(name))
  return Object.fromEntries(headers.map(([name, value]) => [name, String(value)]))
}

type Finder = (address: string) => CachedResponse | null

export type FastPath = {
  /** Where to look for cached responses; the first source that has one gives it. */
  addSource(find: Finder): void
  openServer(listener: RequestListener, options: object): Server
}

type FastPathOptions = {
  https: boolean
  /** Then each response closes its connection. */
  isShuttingDown(): boolean
  count(): void
}

type ServerOptions = { http: object; keepAliveTimeout: number; requestTimeout: number }

type Packed = { headers: Record<string, string>; notModified: string[] } & { [Form in Encoding]?: string[] }

/**
 * The cached-response fast path: most visitors ask for what was asked a moment ago. Such a response is sent before Fastify
 * sees the request: it is the same for everyone, and sending it costs less than counting who took it (decision 008).
 */
export function openFastPath(options: FastPathOptions): FastPath {
  const finders: Finder[] = []
  const packed = new WeakMap<CachedResponse, Packed>()

  function pack(cached: CachedResponse): Packed {
    const known = packed.get(cached)
    if (known) return known
    const isFile = cached.headers['cache-control']?.includes('immutable')
    const security = isFile ? fileSecurityHeaders(options) : securityHeaders(options)
    const headers = { ...security, ...cached.headers, etag: cached.etag, vary: 'accept-encoding' }
    const made = { headers, notModified: flat(headers) }
    packed.set(cached, made)
    return made
  }

  function serve(request: IncomingMessage, response: ServerResponse): boolean {
    // Whoever shows a token may be told something of their own.
    if (request.method !== 'GET' || request.headers.authorization !== undefined) return false
    if (options.https && cameWithoutHttps(request)) return false
    const cached = findIn(finders, request.url ?? '')
    if (cached?.status !== 200) return false
    const encoding = preferredEncoding(request, cached)
    const body = cached.bodies[encoding]
    // Not asked for in this form so far: Fastify's handler makes it.
    if (!body) return false
    const ready = pack(cached)
    ready[encoding] ??= finished(ready.headers, encoding, body)
    options.count()
    if (options.isShuttingDown()) response.shouldKeepAlive = false
    if (hasAlready(request, cached.etag)) response.writeHead(304, ready.notModified).end()
    else response.writeHead(200, ready[encoding]).end(body)
    return true
  }

  return {
    addSource: (find) => void finders.push(find),
    openServer(listener, serverOptions) {
      const { http, keepAliveTimeout, requestTimeout } = serverOptions as ServerOptions
      const server = createServer(http, (request, response) => {
        if (!serve(request, response)) listener(request, response)
      })
      return Object.assign(server, { keepAliveTimeout, requestTimeout })
    },
  }
}

function findIn(finders: readonly Finder[], address: string): CachedResponse | null {
  for (const find of finders) {
    const cached = find(address)
    if (cached !== null) return cached
  }
  return null
}

function finished(headers: Record<string, string>, encoding: Encoding, body: Buffer): string[] {
  const length = { ...headers, 'content-length': String(body.length) }
  return flat(encoding === 'identity' ? length : { ...length, 'content-encoding': encoding })
}

function flat(headers: Record<string, string>): string[] {
  return Object.entries(headers).flat()
}

type Encoding = Compression | 'identity'

type Asked = { headers: IncomingHttpHeaders }

type Forms = Pick<CachedResponse, 'bodies' | 'isBrief'>

/** Sends a finished answer in the smallest form that the browser takes, or says that the browser has it already. */
export async function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedResponse,
): Promise<FastifyReply> {
  const { status, headers, etag, bodies } = cached
  reply.status(status).headers(headers).header('etag', etag).header('vary', 'accept-encoding')
  if (status === 200 && hasAlready(request, etag)) return reply.status(304).send()
  const encoding = preferredEncoding(request, cached)
  if (encoding === 'identity') return reply.send(bodies.identity)
  const body = await compressedBody(cached, encoding)
  return reply.header('content-encoding', encoding).send(body)
}

/** A browser lists the tags that it knows; weak or strong, the content is the same. */
export function hasAlready({ headers }: Asked, etag: string): boolean {
  const listed = headers['if-none-match']
  if (listed === undefined) return false
  const known = listed.split(',').map(withoutStrength)
  return known.includes('*') || known.includes(withoutStrength(etag))
}

function withoutStrength(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}

/** A page has 80 KB, which takes a quarter of a millisecond; so much takes two. */
const mostAtOnce = 512 * 1024

function preferredEncoding({ headers }: Asked, { bodies, isBrief }: Forms): Encoding {
  const accepted = headers['accept-encoding'] ?? ''
  // What is sent once or twice is not worth the time that Brotli takes to make it smaller. A large file would hold up the others.
  const isQuick = isBrief && bodies.identity.length <= mostAtOnce
  if (isQuick && accepts(accepted, 'zstd')) return 'zstd'
  if (bodies.br !== null && accepts(accepted, 'br')) return 'br'
  return bodies.gzip !== null && accepts(accepted, 'gzip') ? 'gzip' : 'identity'
}

/** Named, and not with the weight 0, which means "anything but this". */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((each) => {
    const [name, weight = ''] = each.toLowerCase().split(';')
    return name?.trim() === encoding && !/^\s*q\s*=\s*0(\.0*)?\s*$/.test(weight)
  })
}

/**
 * JSON that is made for one caller: a list shrinks to a twentieth, which on a slow and costly line is worth the time. How long it
 * gets betrays nothing: who asks says so in a header that no other site's page can send.
 */
export async function compressAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < 1_000) return payload
  const answer = { bodies: { identity: Buffer.from(payload) }, isBrief: true }
  const encoding = preferredEncoding(request, answer)
  reply.header('vary', 'accept-encoding')
  if (encoding === 'identity') return answer.bodies.identity
  reply.header('content-encoding', encoding).removeHeader('content-length')
  return compressedBody(answer, encoding)
}

const aDay = 24 * 60 * 60_000

type StaleIfError = {
  /** A shop that has closed shows none of them any more. */
  forget(): void
  find(key: string): CachedResponse | null
  /** What to send: the response, or where it had trouble, a stale copy. */
  fallBack(key: string, cached: CachedResponse): CachedResponse
}

/** While the database is away or the machine too busy, visitors go on reading what they could read before, for up to a day. */
export function openStaleIfError({
  clock,
  invalidation,
}: Pick<Context, 'clock' | 'invalidation'>): StaleIfError {
  const pages = openPageCache({ maxBytes: 48 * 1024 * 1024, maxAgeMs: aDay, clock })
  const find = (key: string) => asStale(pages.find(key))
  return {
    forget: () => pages.drop('everything'),
    find,
    fallBack(key, cached) {
      const isLacking = saysNoStore(cached) && cached.status === 200
      // One part that fails alone is no reason to show old prices beside it.
      if (cached.status >= 500 || (isLacking && !invalidation.isListening())) return find(key) ?? cached
      if (isLacking) return cached
      // A page that is gone for good takes its last copy with it.
      if (cached.status === 200) pages.store(pages.begin([key]), key, cached)
      else if (pages.find(key)) pages.drop(key)
      return cached
    },
  }
}

/** A page says so when a part of it failed. */
function saysNoStore({ headers }: CachedResponse): boolean {
  return headers['cache-control']?.includes('no-store') === true
}

/** No cache on the way may store it: the shop may be well again at the next request. */
function asStale(cached: CachedResponse | null): CachedResponse | null {
  if (cached === null) return null
  const { 'cdn-cache-control': _, ...headers } = cached.headers
  return { ...cached, headers: { ...headers, 'cache-control': 'no-store', 'x-last-good-copy': 'yes' } }
}

/** A database that hangs says neither yes nor no: whoever has waited long enough gets the copy. */
export async function within(
  milliseconds: number,
  rendering: Promise<CachedResponse>,
  stale: CachedResponse,
): Promise<CachedResponse> {
  const patience = new AbortController()
  const copy = wait(milliseconds, stale, { signal: patience.signal, ref: false })
  try {
    return await Promise.race([rendering, copy])
  } finally {
    patience.abort()
    // Whichever came second is nobody's business any more.
    for (const late of [rendering, copy]) late.catch(() => {})
  }
}
