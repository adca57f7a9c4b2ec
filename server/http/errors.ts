import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, refusals } from '#contract/refusals.ts'
import { plainPage } from './plain-page.ts'
import { toRefusal } from './refusal-of.ts'
import { isForApi } from './which-door.ts'

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
  request.refusedFor = refusal.code
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  const { fields, details, retryAfterSeconds } = refusal.extras
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  reply.status(status).header('cache-control', 'no-store')
  reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  if (asksForPage(request)) return reply.type('text/html; charset=utf-8').send(plainPage(text, request.id))
  return reply.send({ error: refusal.message, code: refusal.code, fields, ...details })
}

function asksForPage(request: FastifyRequest): boolean {
  return !isForApi(request) && (request.headers.accept?.includes('text/html') ?? false)
}
