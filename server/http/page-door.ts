import type { FastifyInstance } from 'fastify'
import { openPageCache } from '../platform/page-cache.ts'
import type { Tools } from '../platform/tools.ts'
import type { Shop } from '../shop.ts'
import { planPage, straightAddress } from './page-plan.ts'
import type { Pages } from './pages.ts'
import { mayBeKept, renderPage } from './render-page.ts'
import { sendPage } from './send-page.ts'

type PageDoor = { loadPages: () => Promise<Pages>; shop: Shop; tools: Tools; development: boolean }

/** Everything that is not the API is a page. Public pages are made once, kept compressed and sent from memory. */
export function servePages(app: FastifyInstance, { loadPages, shop, tools, development }: PageDoor): void {
  const kept = openPageCache({ maxBytes: 64 * 1024 * 1024, maxAgeMs: 60_000, clock: tools.clock })
  const unsubscribe = tools.changes.subscribe((topic) => kept.drop(topic))
  app.addHook('onClose', async () => unsubscribe())
  // A shop without its pages does not open, and the first visitor does not wait for them to be loaded.
  if (!development) app.addHook('onReady', async () => void (await loadPages()))

  app.get('/*', { config: { access: 'anyone' } }, async (request, reply) => {
    const straight = straightAddress(request.url)
    if (straight !== null) return reply.redirect(straight, 301)
    const pages = await loadPages()
    const plan = planPage(pages, request.url, tools.config.publicUrl)
    // While nobody tells us about changes, nothing is served from memory.
    const keep = tools.changes.isListening() && !development ? plan.keep : null
    const found = keep && kept.find(keep.key)
    if (found) return sendPage(request, reply, found)

    const ticket = kept.begin(keep?.shows ?? [])
    const answer = await renderPage({ pages, shop, request, plan, development })
    if (keep && mayBeKept(answer)) kept.store(ticket, keep.key, answer)
    return sendPage(request, reply, answer)
  })
}
