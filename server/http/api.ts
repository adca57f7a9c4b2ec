import { Refusal } from '../../contract/refusals.ts'
import type { Shop } from '../shop.ts'
import { accountRoutes } from './api/accounts.ts'
import { blogRoutes } from './api/blog-posts.ts'
import { messageRoutes } from './api/messages.ts'
import { myAccountRoutes } from './api/my-account.ts'
import { orderListRoutes } from './api/order-lists.ts'
import { orderRoutes } from './api/orders.ts'
import { productRoutes } from './api/products.ts'
import { profileRoutes } from './api/profile.ts'
import { stockRoutes } from './api/stock.ts'
import { teamRoutes } from './api/team.ts'
import { testimonialRoutes } from './api/testimonials.ts'
import { serveApiDocs } from './api-docs.ts'
import type { Api } from './typed-api.ts'

/** The JSON door of the specification. */
export async function serveApi(api: Api, shop: Shop): Promise<void> {
  await serveApiDocs(api)
  accountRoutes(api, shop)
  myAccountRoutes(api, shop)
  profileRoutes(api, shop)
  teamRoutes(api, shop)
  productRoutes(api, shop)
  stockRoutes(api, shop)
  orderRoutes(api, shop)
  orderListRoutes(api, shop)
  blogRoutes(api, shop)
  testimonialRoutes(api, shop)
  messageRoutes(api, shop)
  // Without this an unknown address below /api would be taken for a page.
  for (const rest of ['/', '/*']) {
    api.all(rest, { config: { access: 'anyone' } }, async () => {
      throw new Refusal('not_found')
    })
  }
}
