import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CachedAnswer } from '../platform/cached-answer.ts'

/** Sends a finished answer in the smallest form that the browser takes, or says that the browser has it already. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, answer: CachedAnswer): FastifyReply {
  const { status, headers, etag, bodies } = answer
  reply.status(status).headers(headers).header('etag', etag).header('vary', 'accept-encoding')
  if (status === 200 && hasAlready(request, etag)) return reply.status(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  if (bodies.brotli && /\bbr\b/.test(accepted))
    return reply.header('content-encoding', 'br').send(bodies.brotli)
  if (bodies.gzip && /\bgzip\b/.test(accepted))
    return reply.header('content-encoding', 'gzip').send(bodies.gzip)
  return reply.send(bodies.identity)
}

function hasAlready(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match']?.split(',') ?? []
  return known.some((tag) => tag.trim() === etag)
}
