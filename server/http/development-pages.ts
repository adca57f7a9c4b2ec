import type { FastifyInstance } from 'fastify'
import type { Pages } from './pages.ts'

/** Pages straight from their sources, reloaded as they change. Vite is loaded only here: a shop in business has no use for it. */
export async function openDevelopmentPages() {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  return {
    load: async (): Promise<Pages> => (await vite.ssrLoadModule('/app/ssr.ts')) as Pages,
    assetsFolder: null,
    prepare(app: FastifyInstance): void {
      app.addHook('onRequest', (request, reply, done) => {
        if (request.url.startsWith('/api/') || request.url.startsWith('/media/')) return done()
        vite.middlewares(request.raw, reply.raw, (error?: unknown) =>
          done(error instanceof Error ? error : undefined),
        )
      })
      app.addHook('onClose', () => vite.close())
    },
  }
}
