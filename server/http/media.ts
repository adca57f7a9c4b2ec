import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../contract/refusals.ts'
import type { Tools } from '../platform/tools.ts'

/** Pictures of products, posts and people. A picture never changes under its name, so a phone keeps it for good. */
export function serveMedia(app: FastifyInstance, { files }: Tools): void {
  app.get<{ Params: { '*': string } }>(
    '/media/*',
    { config: { access: 'anyone' } },
    async (request, reply) => {
      const file = await files.get(request.params['*'])
      if (file === null) throw new Refusal('not_found')
      return reply
        .header('content-type', file.contentType)
        .header('content-length', file.size)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('etag', file.etag)
        .send(file.bytes)
    },
  )
}
