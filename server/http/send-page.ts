import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CachedAnswer } from '../platform/cached-answer.ts'

/** Sends a finished answer in the smallest form that the browser takes, or says that the browser has it already. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, answer: CachedAnswer): FastifyReply {
  const { status, headers, etag, bodies } = answer
  reply.status(status).headers(headers).header('etag', etag).header('vary', 'accept-encoding')
  if (status === 200 && hasAlready(request, etag)) return reply.status(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  if (bodies.brotli && accepts(accepted, 'br'))
    return reply.header('content-encoding', 'br').send(bodies.brotli)
  if (bodies.gzip && accepts(accepted, 'gzip'))
    return reply.header('content-encoding', 'gzip').send(bodies.gzip)
  return reply.send(bodies.identity)
}

/** A browser lists the tags that it knows; weak or strong, the content is the same. */
export function hasAlready(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match']?.split(',').map(withoutStrength) ?? []
  return known.includes('*') || known.includes(withoutStrength(etag))
}

function withoutStrength(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}

/** Named, and not with the weight 0, which means "anything but this". */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((each) => {
    const [name, weight = ''] = each.toLowerCase().split(';')
    return name?.trim() === encoding && !/^\s*q\s*=\s*0(\.0*)?\s*$/.test(weight)
  })
}
