import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Refusal } from '#contract/refusals.ts'
import { smallerPictureKey } from '#rules/web-address.ts'
import type { Context } from '../platform/context.ts'
import { type FileStore, isPrivate, type StoredFile } from '../platform/file-store.ts'
import { type CachedResponse, etagOf, toCachedResponse } from '../platform/page-cache.ts'
import type { Shop } from '../shop.ts'
import { type FastPath, hasAlready, sendCachedResponse } from './cached-responses.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** By their addresses. */
export type Assets = Map<string, CachedResponse>

/** The built files are few and small, so they are all held in memory, with the compressed forms made at build time. */
export function serveAssets(app: FastifyInstance, assets: Assets, fastPath: FastPath): void {
  const smaller = smallerPictures([...assets.keys()])
  fastPath.addSource((address) => (smaller.has(address) ? null : (assets.get(address) ?? null)))
  const send = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const asset = assets.get((savesData(request) && smaller.get(path)) || path)
    if (asset === undefined) throw new Refusal('not_found')
    return smaller.has(path) ? sendPicture(request, reply, asset) : sendCachedResponse(request, reply, asset)
  }
  const besideTheHashed = assets.keys().filter((path) => !path.startsWith('/assets/'))
  const config = { access: 'anyone', rateLimit: false } as const
  for (const path of ['/assets/*', ...besideTheHashed]) app.get(path, { config }, send)
}

/** Someone who saves data gets the picture one size smaller; it is shown as large, only less sharp. */
function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, etag, bodies }: CachedResponse,
) {
  reply.headers(headers).header('etag', etag).header('vary', 'save-data')
  return hasAlready(request, etag) ? reply.status(304).send() : reply.send(bodies.identity)
}

export async function readAssets(folder: string): Promise<Assets> {
  const assets = new Map<string, CachedResponse>()
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const file of files) {
    const type = types[extname(file.name)]
    if (!file.isFile() || type === undefined || file.parentPath.includes('.vite')) continue
    const full = join(file.parentPath, file.name)
    const path = full.slice(folder.length).replaceAll('\\', '/')
    const identity = await readFile(full)
    assets.set(path, {
      status: 200,
      headers: {
        'content-type': type,
        'cache-control': path.startsWith('/assets/')
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=3600',
      },
      etag: etagOf(identity),
      isBrief: false,
      bodies: {
        identity,
        br: await readFile(`${full}.br`).catch(() => null),
        gzip: await readFile(`${full}.gz`).catch(() => null),
      },
    })
  }
  return assets
}

const sized = /^(?<picture>.*)-(?<width>\d+)-[\w-]{8}(?<format>\.\w+)$/

/** For each built picture that also exists one size smaller, the address of that one. */
export function smallerPictures(addresses: readonly string[]): Map<string, string> {
  const pictures = addresses.flatMap((address) => {
    const { picture, width, format } = sized.exec(address)?.groups ?? {}
    return picture && width && format ? [{ address, family: picture + format, width: Number(width) }] : []
  })
  const families = Object.values(Object.groupBy(pictures, ({ family }) => family))
  const pairs = families.flatMap((family = []) => {
    const [, ...larger] = family.sort((one, other) => one.width - other.width)
    return larger.map(({ address }, place): [string, string] => [address, family[place]?.address ?? address])
  })
  return new Map(pairs)
}

function savesData({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return String(headers['save-data']).toLowerCase() === 'on'
}

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

const validDays = 180
const day = 24 * 3_600_000

/** Where somebody who has found a hole can tell the shop (RFC 9116). */
export function serveSecurityTxt(app: FastifyInstance, { settings }: Shop, { config, clock }: Context): void {
  const path = '/.well-known/security.txt'
  app.get(path, { config: { access: 'anyone' } }, async (_request, reply) => {
    const { contact } = await settings.read()
    const expires = new Date(Math.floor(clock().getTime() / day + validDays) * day)
    const lines = [
      ...(contact.email === '' ? [] : [`Contact: mailto:${contact.email}`]),
      `Contact: ${config.publicUrl}/contact`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${config.publicUrl}${path}`,
    ]
    reply.header('cache-control', 'public, max-age=3600')
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
