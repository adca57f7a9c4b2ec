import type { FastifyInstance } from 'fastify'
import type { Context } from '../platform/context.ts'
import type { Shop } from '../shop.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { openLastGoodPages } from './last-good-pages.ts'
import { planPage, straightAddress } from './page-plan.ts'
import type { Pages } from './pages.ts'
import { mayBeKept, renderPage } from './render-page.ts'
import { sendPage } from './send-page.ts'

type PageDoor = {
  loadPages: () => Promise<Pages>
  shop: Shop
  kept: KeptAnswers
  context: Context
  publicUrl: string
  development: boolean
  pictureOrigin: string | null
}

/** Everything that is not the API is a page. Public pages are made once, kept compressed and sent from memory. */
export function servePages(
  app: FastifyInstance,
  { loadPages, shop, kept, context, publicUrl, development, pictureOrigin }: PageDoor,
): void {
  const lastGood = openLastGoodPages(context)
  // A shop without its pages does not open, and the first visitor does not wait for them to be loaded.
  if (!development) app.addHook('onReady', async () => void (await loadPages()))

  app.get('/*', { config: { access: 'anyone' } }, async (request, reply) => {
    const straight = straightAddress(request.url)
    if (straight !== null) return reply.redirect(straight, 301)
    const pages = await loadPages()
    const plan = planPage(pages, request.url, publicUrl)
    const keep = development ? null : plan.keep
    const found = keep && kept.find(keep.key)
    if (found) return sendPage(request, reply, found)

    const ticket = kept.begin(keep?.shows ?? [])
    const answer = await renderPage({ pages, shop, request, plan, development, pictureOrigin })
    if (keep && mayBeKept(answer)) kept.store(ticket, keep.key, answer)
    return sendPage(request, reply, keep ? lastGood.better(keep.key, answer) : answer)
  })
}
