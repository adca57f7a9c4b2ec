import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isRefusal, Refusal, type RefusalCode, refusals } from '#contract/refusals.ts'
import { sqlStateOf } from '../platform/database/sql-state.ts'
import { imageRefusalCode } from './uploads.ts'

/** One place turns whatever was thrown into an answer that a person can read and a program can branch on. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
  // Fastify's own answer would repeat the address, in the log too, and addresses carry tokens and e-mails.
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') throw new Refusal('not_found')
    reply.header('allow', 'GET, HEAD')
    throw new Refusal('method_not_allowed')
  })
}

/** A person who opened a page reads a page; everyone else gets JSON. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(error)
  const { status, text } = refusals[refusal.code]
  request.refusal = { code: refusal.code, error }
  const { fields, details, retryAfterSeconds } = refusal.extras
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  reply.status(status).header('cache-control', 'no-store')
  reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  if (asksForPage(request)) return reply.type('text/html; charset=utf-8').send(plainPage(text, request.id))
  return reply.send({ error: refusal.message, code: refusal.code, fields, ...details })
}

function asksForPage(request: FastifyRequest): boolean {
  return !isApiRoute(request) && (request.headers.accept?.includes('text/html') ?? false)
}

/** What a person is told about whatever was thrown. */
export function toRefusal(error: unknown): Refusal {
  if (isRefusal(error)) return error
  if (hasZodFastifySchemaValidationErrors(error)) return fromSchema(error)
  const code =
    imageRefusalCode(error) ?? fromDatabase(sqlStateOf(error)) ?? fromDisk(error) ?? fromFastify(error)
  return new Refusal(code, code === 'busy' ? { retryAfterSeconds: 5 } : {})
}

type Mistake = { instancePath: string; message?: string; params: Record<string, unknown> }

/** An address that cannot exist is an address that was not found; everything else is a form with mistakes. */
function fromSchema(error: { validation: Mistake[]; validationContext?: string }): Refusal {
  if (error.validationContext === 'params') return new Refusal('not_found')
  const fields: Record<string, string> = {}
  for (const { instancePath, message, params } of error.validation) {
    const unknown = Array.isArray(params.keys) ? params.keys.map(String) : []
    for (const name of unknown) fields[name] ??= 'This field is not known here.'
    const name = instancePath.slice(1).replaceAll('/', '.') || 'body'
    if (unknown.length === 0) fields[name] ??= message ?? 'Please check this.'
  }
  return new Refusal('invalid_input', { fields })
}

/** What PostgreSQL says in classes of five letters; a value it cannot hold is the caller's mistake, a lost connection is ours. */
function fromDatabase(state: string | null): RefusalCode | null {
  if (state === null) return null
  if (state.startsWith('22')) return 'invalid_input'
  if (state === '23505' || state === '23514' || state === '40001' || state === '40P01') return 'conflict'
  // 25006 is a database that may only be read, 58… one whose disk does not do what it should.
  if (/^(08|53|57|58|55P03|25P03|25006)/.test(state)) return 'busy'
  return 'broken'
}

/** Full, read-only, broken, closed to the shop, or not the folder that should be there. */
const diskTroubles = [
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EROFS',
  'EIO',
  'EACCES',
  'EPERM',
  'ENOTDIR',
  'EEXIST',
  'EMFILE',
]

/** Nothing is wrong with what was asked, and the owner reads of it in the log. */
function fromDisk(error: unknown): RefusalCode | null {
  const { code } = (error ?? {}) as { code?: unknown }
  return diskTroubles.includes(String(code)) ? 'files_unavailable' : null
}

const fastifyCodes: Record<number, RefusalCode> = {
  400: 'invalid_input',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  414: 'address_too_long',
  415: 'unsupported_type',
  429: 'too_many_requests',
  503: 'busy',
}

function fromFastify(error: unknown): RefusalCode {
  if (!(error instanceof Error)) return 'broken'
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  return fastifyCodes[status] ?? 'broken'
}

const answers = {
  HPE_HEADER_OVERFLOW: { line: '431 Request Header Fields Too Large', code: 'too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { line: '408 Request Timeout', code: 'invalid_input' },
} as const

const unreadable = { line: '400 Bad Request', code: 'invalid_input' } as const

type Unreadable = Error & { code?: string; rawPacket?: unknown }

/** Whoever speaks no HTTP never reaches a route, and hears in our own words that we did not understand. */
export function answerUnreadable(error: Unreadable, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const known = Object.entries(answers).find(([code]) => code === error.code)
  const { line, code } = known?.[1] ?? unreadable
  const body = JSON.stringify({ error: refusals[code].text, code })
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${line}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${asksForHead(error) ? '' : body}`,
    )
  }
  socket.destroySoon()
}

/** An answer to HEAD has no body, not even where the rest of the call could not be read. */
function asksForHead({ rawPacket }: Unreadable): boolean {
  return Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD '
}

/** Answered with JSON; everything else is a page, a picture or a file. */
export function isApiRoute({ routeOptions }: FastifyRequest): boolean {
  return /^\/api(\/|$)/.test(routeOptions?.url ?? '')
}

/** The last resort where the shop's own pages cannot be made, or must not cost anything. */
export function plainPage(words: string, requestId: string): string {
  return `<!doctype html><html lang="en-GH"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>This page could not be shown</title>
<h1>This page could not be shown</h1>
<p>${words}</p>
<p>Your cart is saved on this phone.</p>
<p>If it goes on, tell us this number: <code>${requestId}</code></p>
<p><a href="/">Return to Home</a></p></html>`
}
