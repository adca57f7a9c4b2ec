import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Refusal } from '#contract/refusals.ts'
import { type CachedResponse, toCachedResponse } from '../platform/page-cache.ts'
import type { Shop } from '../shop.ts'
import { sendCachedResponse } from './cached-responses.ts'

const mostBytes = 4 * 1024 * 1024

/** Logo, icons and share card of the brand. A file never changes under its name, so a phone keeps it for good. */
export function serveBrandFiles(app: FastifyInstance, { brand }: Shop): void {
  const known = new LRUCache<string, CachedResponse>({
    maxSize: mostBytes,
    sizeCalculation: ({ bodies }) => bodies.identity.length + 1_000,
  })

  async function find(name: string): Promise<CachedResponse> {
    const file = /^[\w-]{22}\.(?:svg|png|jpg)$/.test(name) ? await brand.findFile(name) : null
    if (file === null) throw new Refusal('not_found')
    const headers = {
      'content-type': file.contentType,
      'cache-control': 'public, max-age=31536000, immutable',
      // Opened by itself, a drawing is a document: it may do nothing there either.
      'content-security-policy': "default-src 'none'; style-src 'none'; sandbox",
      // Mail programs and home screens show them too.
      'cross-origin-resource-policy': 'cross-origin',
    }
    const response = toCachedResponse({ status: 200, headers, body: file.bytes })
    if (file.contentType !== 'image/svg+xml') Object.assign(response.bodies, { br: null, gzip: null })
    known.set(name, response)
    return response
  }

  app.get<{ Params: { name: string } }>(
    '/brand/files/:name',
    { config: { access: 'anyone', rateLimit: false } },
    async (request, reply) => {
      const { name } = request.params
      return sendCachedResponse(request, reply, known.get(name) ?? (await find(name)))
    },
  )
}
