import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { CachedResponse } from '../platform/cached-answer.ts'
import { cameWithoutHttps } from './https-only.ts'
import { fileSecurityHeaders, securityHeaders } from './security-headers.ts'
import { type Encoding, hasAlready, preferredEncoding } from './send-page.ts'

type Finder = (address: string) => CachedResponse | null

export type ExpressLane = {
  /** Where to look for finished answers; the first that has one gives it. */
  lookIn(find: Finder): void
  openServer(listener: RequestListener, options: object): Server
}

type Surroundings = {
  https: boolean
  /** When the shop is about to close, each answer asks to take the next question elsewhere. */
  isLeaving(): boolean
  count(): void
}

type ServerOptions = { http: object; keepAliveTimeout: number; requestTimeout: number }

type Finished = { headers: string[]; body: Buffer }

type Packed = { notModified: string[] } & Record<Encoding, Finished>

/**
 * Most visitors ask for what was asked a moment ago. Such an answer lies ready in memory and is handed out before anybody
 * else is asked: it is the same for everyone, and giving it costs less than counting who took it.
 */
export function openExpressLane(surroundings: Surroundings): ExpressLane {
  const finders: Finder[] = []
  const packed = new WeakMap<CachedResponse, Packed>()

  function pack(answer: CachedResponse): Packed {
    const known = packed.get(answer)
    if (known) return known
    const { bodies, etag } = answer
    const isFile = answer.headers['cache-control']?.includes('immutable')
    const security = isFile ? fileSecurityHeaders(surroundings) : securityHeaders(surroundings)
    const headers = { ...security, ...answer.headers, etag, vary: 'accept-encoding' }
    const identity = finished(headers, bodies.identity)
    const made: Packed = {
      notModified: flat(headers),
      identity,
      br: bodies.brotli ? finished({ ...headers, 'content-encoding': 'br' }, bodies.brotli) : identity,
      gzip: bodies.gzip ? finished({ ...headers, 'content-encoding': 'gzip' }, bodies.gzip) : identity,
    }
    packed.set(answer, made)
    return made
  }

  function serve(request: IncomingMessage, response: ServerResponse): boolean {
    // Whoever shows a token may be told something of their own.
    if (request.method !== 'GET' || request.headers.authorization !== undefined) return false
    if (surroundings.https && cameWithoutHttps(request)) return false
    const answer = findIn(finders, request.url ?? '')
    if (answer?.status !== 200) return false
    const ready = pack(answer)
    const form = ready[preferredEncoding(request, answer.bodies)]
    surroundings.count()
    if (surroundings.isLeaving()) response.shouldKeepAlive = false
    if (hasAlready(request, answer.etag)) response.writeHead(304, ready.notModified).end()
    else response.writeHead(200, form.headers).end(form.body)
    return true
  }

  return {
    lookIn: (find) => void finders.push(find),
    openServer(listener, options) {
      const { http, keepAliveTimeout, requestTimeout } = options as ServerOptions
      const server = createServer(http, (request, response) => {
        if (!serve(request, response)) listener(request, response)
      })
      return Object.assign(server, { keepAliveTimeout, requestTimeout })
    },
  }
}

function findIn(finders: readonly Finder[], address: string): CachedResponse | null {
  for (const find of finders) {
    const answer = find(address)
    if (answer !== null) return answer
  }
  return null
}

function finished(headers: Record<string, string>, body: Buffer): Finished {
  return { headers: flat({ ...headers, 'content-length': String(body.length) }), body }
}

function flat(headers: Record<string, string>): string[] {
  return Object.entries(headers).flat()
}
