import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CachedResponse } from '../platform/cached-answer.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

type Asked = { headers: IncomingHttpHeaders }

/** Sends a finished answer in the smallest form that the browser takes, or says that the browser has it already. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, answer: CachedResponse): FastifyReply {
  const { status, headers, etag, bodies } = answer
  reply.status(status).headers(headers).header('etag', etag).header('vary', 'accept-encoding')
  if (status === 200 && hasAlready(request, etag)) return reply.status(304).send()
  const encoding = preferredEncoding(request, bodies)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send({ br: bodies.brotli, gzip: bodies.gzip, identity: bodies.identity }[encoding])
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

export function preferredEncoding({ headers }: Asked, bodies: CachedResponse['bodies']): Encoding {
  const accepted = headers['accept-encoding'] ?? ''
  if (bodies.brotli && accepts(accepted, 'br')) return 'br'
  return bodies.gzip && accepts(accepted, 'gzip') ? 'gzip' : 'identity'
}

/** Named, and not with the weight 0, which means "anything but this". */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((each) => {
    const [name, weight = ''] = each.toLowerCase().split(';')
    return name?.trim() === encoding && !/^\s*q\s*=\s*0(\.0*)?\s*$/.test(weight)
  })
}
