import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

/** The API as route files see it: what goes in and out has the type of its schema. */
export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** How many there are and where the neighbours lie goes into headers, so that the body stays as specified. */
export function describePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { total, page, limit }: { total: number; page: number; limit: number },
): void {
  reply.header('x-total-count', String(total))
  const last = Math.max(1, Math.ceil(total / limit))
  const links = { first: 1, prev: page > 1 ? page - 1 : null, next: page < last ? page + 1 : null, last }
  const url = new URL(request.url, 'http://shop')
  const header = Object.entries(links).flatMap(([name, number]) => {
    if (number === null) return []
    url.searchParams.set('page', String(number))
    return `<${url.pathname}${url.search}>; rel="${name}"`
  })
  reply.header('link', header.join(', '))
}
