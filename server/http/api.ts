import { Refusal } from '#contract/refusals.ts'
import type { Shop } from '../shop.ts'
import { accountRoutes } from './api/accounts.ts'
import { adminOrderRoutes } from './api/admin-orders.ts'
import { blogAdminRoutes } from './api/blog-admin.ts'
import { blogRoutes } from './api/blog-posts.ts'
import { cashRoutes } from './api/cash.ts'
import { changeRoutes } from './api/changes.ts'
import { dashboardRoutes } from './api/dashboard.ts'
import { deliveryRoutes } from './api/delivery.ts'
import { driverStepRoutes } from './api/driver-steps.ts'
import { inboxRoutes } from './api/inbox.ts'
import { messageRoutes } from './api/messages.ts'
import { newsletterRoutes } from './api/newsletter.ts'
import { orderListRoutes } from './api/order-lists.ts'
import { orderRoutes } from './api/orders.ts'
import { paymentCallbacks } from './api/payment-callbacks.ts'
import { paymentRoutes } from './api/payments.ts'
import { paymentAdminRoutes } from './api/payments-admin.ts'
import { productRoutes } from './api/products.ts'
import { productAdminRoutes } from './api/products-admin.ts'
import { bulkProductsRoutes } from './api/products-bulk.ts'
import { profileRoutes } from './api/profile.ts'
import { settingsRoutes } from './api/settings.ts'
import { stockRoutes } from './api/stock.ts'
import { teamRoutes } from './api/team.ts'
import { testimonialRoutes } from './api/testimonials.ts'
import { serveApiDocs } from './api-docs.ts'
import type { Api } from './typed-api.ts'

/** The JSON door of the specification. */
export async function serveApi(api: Api, shop: Shop): Promise<void> {
  await serveApiDocs(api)
  accountRoutes(api, shop)
  profileRoutes(api, shop)
  teamRoutes(api, shop)
  productRoutes(api, shop)
  productAdminRoutes(api, shop)
  bulkProductsRoutes(api, shop)
  stockRoutes(api, shop)
  orderRoutes(api, shop)
  orderListRoutes(api, shop)
  paymentRoutes(api, shop)
  paymentAdminRoutes(api, shop)
  paymentCallbacks(api, shop)
  adminOrderRoutes(api, shop)
  deliveryRoutes(api, shop)
  driverStepRoutes(api, shop)
  cashRoutes(api, shop)
  dashboardRoutes(api, shop)
  blogRoutes(api, shop)
  blogAdminRoutes(api, shop)
  testimonialRoutes(api, shop)
  messageRoutes(api, shop)
  inboxRoutes(api, shop)
  newsletterRoutes(api, shop)
  settingsRoutes(api, shop)
  changeRoutes(api, shop)
  // Without this an unknown address below /api would be taken for a page.
  for (const rest of ['/', '/*']) {
    api.all(rest, { config: { access: 'anyone' } }, async () => {
      throw new Refusal('not_found')
    })
  }
}
