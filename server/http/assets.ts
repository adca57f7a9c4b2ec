import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/refusals.ts'
import { type CachedResponse, etagOf } from '../platform/page-cache.ts'
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

/** The built files are few and small, so they are all held in memory, with the compressed forms made at build time. */
export async function serveAssets(app: FastifyInstance, folder: string, fastPath: FastPath): Promise<void> {
  const assets = await readAssets(folder)
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

async function readAssets(folder: string): Promise<Map<string, CachedResponse>> {
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

export function savesData({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return String(headers['save-data']).toLowerCase() === 'on'
}
