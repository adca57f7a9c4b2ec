import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '#contract/refusals.ts'
import { smallerPictureKey } from '#rules/picture-address.ts'
import type { Context } from '../platform/context.ts'
import { type FileStore, isPrivate, type StoredFile } from '../platform/file-store.ts'
import type { Shop } from '../shop.ts'
import { savesData } from './assets.ts'
import { hasAlready } from './cached-responses.ts'

/** Pictures of products, posts and people. A picture never changes under its name, so a phone keeps it for good. */
export function serveMedia(app: FastifyInstance, { jpegs }: Shop, context: Context): void {
  const { files, config } = context
  const { storage } = config
  const isHandedOutByStore = storage.kind === 's3' && storage.handsOut === 'signed'
  app.get<{ Params: { '*': string } }>(
    '/media/*',
    { config: { access: 'anyone', rateLimit: false } },
    async (request, reply) => {
      const key = request.params['*']
      if (isPrivate(key)) throw new Refusal('not_found')
      if (isHandedOutByStore) {
        await jpegs.draw(key)
        return sendOn(files, key, reply)
      }
      const find = () => findFile(files, key, savesData(request))
      const file = (await find()) ?? ((await jpegs.draw(key)) ? await find() : null)
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

/** The store gives the picture itself. The way there is remembered for an hour: the address holds for at least a day. */
async function sendOn(files: FileStore, key: string, reply: FastifyReply): Promise<FastifyReply> {
  const address = await files.signedAddress(key)
  if (address === null) throw new Refusal('not_found')
  return reply.header('cache-control', 'public, max-age=3600').redirect(address, 302)
}

/** Someone who saves data gets the picture one size smaller; it is shown as large, only less sharp. */
async function findFile(files: FileStore, key: string, isSaving: boolean): Promise<StoredFile | null> {
  const smaller = isSaving ? smallerPictureKey(key) : null
  const found = smaller === null ? null : await files.get(smaller)
  return found ?? files.get(key)
}
