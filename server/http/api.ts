import { Refusal } from '../../contract/refusals.ts'
import type { Shop } from '../shop.ts'
import { accountRoutes } from './api/accounts.ts'
import { blogRoutes } from './api/blog-posts.ts'
import { messageRoutes } from './api/messages.ts'
import { productRoutes } from './api/products.ts'
import { testimonialRoutes } from './api/testimonials.ts'
import { serveApiDocs } from './api-docs.ts'
import type { Api } from './typed-api.ts'

/** The JSON door of the specification. */
export async function serveApi(api: Api, shop: Shop): Promise<void> {
  await serveApiDocs(api)
  accountRoutes(api, shop)
  productRoutes(api, shop)
  blogRoutes(api, shop)
  testimonialRoutes(api, shop)
  messageRoutes(api, shop)
  // Without this an unknown address below /api would be taken for a page.
  api.all('/*', { config: { access: 'anyone' } }, async () => {
    throw new Refusal('not_found')
  })
}
