import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { ViteDevServer } from 'vite'

/** What the pages' bundle offers: the one seam between the server and the pages. */
export type Pages = typeof import('#app/ssr.ts')

export async function loadBuiltPages(): Promise<Pages> {
  return await import(pathToFileURL('build/server/index.js').href)
}

/** Pages straight from their sources, reloaded as they change. Vite is loaded only here: a shop in business has no use for it. */
export function openDevelopmentPages() {
  let vite: ViteDevServer | undefined
  const opened = () => {
    if (vite === undefined) throw new Error('The pages are not open yet')
    return vite
  }
  return {
    readAssets: null,
    load: async (): Promise<Pages> => (await opened().ssrLoadModule('/app/ssr.ts')) as Pages,
    prepare(app: FastifyInstance): void {
      app.addHook('onReady', async () => {
        vite = await openVite(app)
      })
      app.addHook('onRequest', (request, reply, done) => {
        if (request.url.startsWith('/api/') || request.url.startsWith('/media/')) return done()
        opened().middlewares(request.raw, reply.raw, (error?: unknown) =>
          done(error instanceof Error ? error : undefined),
        )
      })
      // Before the server itself, which waits until every open page has hung up.
      app.addHook('preClose', async () => vite?.close())
    },
  }
}

async function openVite(app: FastifyInstance): Promise<ViteDevServer> {
  const { createServer } = await import('vite')
  const known = process.listeners('SIGTERM')
  // Reloads travel over the shop's own port, so that two shops can be worked on at once.
  const server = { middlewareMode: true, hmr: { server: app.server } }
  const vite = await createServer({ server, appType: 'custom' })
  // Vite would end the process at once when asked to stop, with the database still running.
  const hasty = process.listeners('SIGTERM').filter((listener) => !known.includes(listener))
  for (const listener of hasty) process.off('SIGTERM', listener)
  return vite
}
