import type { FastifyInstance } from 'fastify'
import type { ViteDevServer } from 'vite'
import type { Pages } from './pages.ts'

/** Pages straight from their sources, reloaded as they change. Vite is loaded only here: a shop in business has no use for it. */
export function openDevelopmentPages() {
  let vite: ViteDevServer | undefined
  return {
    assetsFolder: null,
    async load(): Promise<Pages> {
      if (vite === undefined) throw new Error('The pages are not prepared yet')
      return (await vite.ssrLoadModule('/app/ssr.ts')) as Pages
    },
    /** News of changes travel over the shop's own port, so that two shops can be worked on at once. */
    async prepare(app: FastifyInstance): Promise<void> {
      const { createServer } = await import('vite')
      const server = { middlewareMode: true, hmr: { server: app.server } }
      const pages = await createServer({ server, appType: 'custom' })
      vite = pages
      app.addHook('onRequest', (request, reply, done) => {
        if (request.url.startsWith('/api/') || request.url.startsWith('/media/')) return done()
        pages.middlewares(request.raw, reply.raw, (error?: unknown) =>
          done(error instanceof Error ? error : undefined),
        )
      })
      app.addHook('onClose', () => pages.close())
    },
  }
}
