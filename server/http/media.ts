import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../contract/refusals.ts'
import { smallerPictureKey } from '../../rules/picture-address.ts'
import type { FileStore, StoredFile } from '../platform/file-store.ts'
import type { Tools } from '../platform/tools.ts'
import { hasAlready } from './send-page.ts'

/** Pictures of products, posts and people. A picture never changes under its name, so a phone keeps it for good. */
export function serveMedia(app: FastifyInstance, { files }: Tools): void {
  app.get<{ Params: { '*': string } }>(
    '/media/*',
    { config: { access: 'anyone', rateLimit: false } },
    async (request, reply) => {
      const savesData = String(request.headers['save-data']).toLowerCase() === 'on'
      const isPrivate = request.params['*'].startsWith('private/')
      const file = isPrivate ? null : await findFile(files, request.params['*'], savesData)
      if (file === null) throw new Refusal('not_found')
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('etag', file.etag)
        .header('vary', 'save-data')
      if (hasAlready(request, file.etag)) return reply.status(304).send()
      return reply.type(file.contentType).send(file.bytes)
    },
  )
}

/** Someone who saves data gets the picture one size smaller; it is shown as large, only less sharp. */
async function findFile(files: FileStore, key: string, savesData: boolean): Promise<StoredFile | null> {
  const smaller = savesData ? smallerPictureKey(key) : null
  const found = smaller === null ? null : await files.get(smaller)
  return found ?? files.get(key)
}
