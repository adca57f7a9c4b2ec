import type { FastifyInstance } from 'fastify'
import { type MeasuringTags, measuringHosts, noTags } from '#rules/measuring.ts'
import { sha256 } from '../platform/hash.ts'
import { isApiRoute } from './errors.ts'

type ProtocolOptions = { https: boolean }

/** Headers that every answer carries; pages add their own Content-Security-Policy. */
export function securityHeaders({ https }: ProtocolOptions): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/** A script or a picture is no document: most of these headers would say nothing and cost bytes on every one. */
export function fileSecurityHeaders(protocolOptions: ProtocolOptions): Record<string, string> {
  const {
    'referrer-policy': _,
    'permissions-policy': __,
    'cross-origin-opener-policy': ___,
    'x-frame-options': ____,
    ...headers
  } = securityHeaders(protocolOptions)
  return headers
}

export function addSecurityHeaders(app: FastifyInstance, protocolOptions: ProtocolOptions): void {
  const headers = securityHeaders(protocolOptions)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.headers(headers)
    if (isApiRoute(request)) {
      reply.header('cache-control', 'no-store')
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    }
  })
}

type PolicyOptions = {
  development: boolean
  pictureOrigin?: string | null
  /** A page of the shop may show this one within itself. */
  isFramed?: boolean
  /** Those who may measure the page; nobody unless the owner has entered their id. */
  measuring?: MeasuringTags | undefined
}

/**
 * The policy names each inline script of the renderer by its hash, so that it holds for a page cached in memory as well
 * as for a fresh one: a nonce in the policy would have to differ on every answer.
 */
export function contentSecurityPolicy(
  hashes: InlineHashes,
  { development, pictureOrigin = null, isFramed = false, measuring = noTags }: PolicyOptions,
): string {
  const outside = measuringHosts(measuring)
  const own = development ? ["'unsafe-inline'"] : hashes.script
  const scripts = ["'self'", ...own, ...outside.script].join(' ')
  const pictures = [
    "'self' data: blob:",
    ...(pictureOrigin === null ? [] : [pictureOrigin]),
    ...outside.picture,
  ]
  const connections = ["'self'", ...(development ? ['ws:'] : []), ...outside.connection]
  const styles = development ? "'self' 'unsafe-inline'" : ["'self'", ...hashes.style].join(' ')
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    "style-src-attr 'unsafe-inline'",
    `img-src ${pictures.join(' ')}`,
    `connect-src ${connections.join(' ')}`,
    ...(development ? ["worker-src 'self' blob:"] : []),
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
  ].join('; ')
}

type Inline = 'script' | 'style'

export type InlineHashes = Record<Inline, Set<string>>

/**
 * The page as it is sent, and the hashes of its inline scripts. A script that somebody has smuggled into the page does not carry
 * the mark of this one rendering, which nobody could know before: it gets no hash and does not run. The mark is taken out,
 * so that the same page is the same bytes in every process. Bytes are looked through faster than text, and are sent anyway.
 */
export function takeOutMarks(html: Buffer, nonce: string): { body: Buffer; hashes: InlineHashes } {
  const hashes = { script: new Set<string>(), style: new Set<string>() }
  const mark = Buffer.from(` nonce="${nonce}"`)
  const pieces: Buffer[] = []
  let from = 0
  for (let at = html.indexOf(mark); at !== -1; at = html.indexOf(mark, from)) {
    pieces.push(html.subarray(from, at))
    from = at + mark.length
    const before = html.toString('latin1', Math.max(0, at - longestTag), at)
    const [, tag] = /<(script|style)\b[^<>]*$/.exec(before) ?? []
    if (tag === undefined) continue
    const begin = html.indexOf('>', from) + 1
    const body = html.subarray(begin, html.indexOf(`</${tag}>`, begin))
    if (body.length > 0) hashes[tag as Inline].add(`'sha256-${sha256(body, 'base64')}'`)
  }
  pieces.push(html.subarray(from))
  return { body: Buffer.concat(pieces), hashes }
}

/** What a tag says before its mark. */
const longestTag = 500
