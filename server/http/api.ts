import swagger, { type SwaggerTransform } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { Refusal } from '#contract/refusals.ts'
import type { Shop } from '../shop.ts'
import { accountRoutes } from './api/accounts.ts'
import { adminOrderRoutes } from './api/admin-orders.ts'
import { alertRoutes } from './api/alerts.ts'
import { blogAdminRoutes } from './api/blog-admin.ts'
import { blogRoutes } from './api/blog-posts.ts'
import { brandRoutes } from './api/brand.ts'
import { campaignRoutes } from './api/campaigns.ts'
import { cashRoutes } from './api/cash.ts'
import { categoryRoutes } from './api/categories.ts'
import { changeRoutes } from './api/changes.ts'
import { connectionRoutes } from './api/connections.ts'
import { conversationRoutes } from './api/conversations.ts'
import { dashboardRoutes } from './api/dashboard.ts'
import { deliveryRoutes } from './api/delivery.ts'
import { discountRoutes } from './api/discounts.ts'
import { driverStepRoutes } from './api/driver-steps.ts'
import { homeRoutes } from './api/home.ts'
import { messageWebhooks } from './api/message-webhooks.ts'
import { messageRoutes } from './api/messages.ts'
import { newsletterRoutes } from './api/newsletter.ts'
import { orderLedgerRoutes } from './api/order-ledger.ts'
import { orderRoutes } from './api/orders.ts'
import { pageRoutes } from './api/pages.ts'
import { paymentWebhooks } from './api/payment-webhooks.ts'
import { paymentRoutes } from './api/payments.ts'
import { paymentAdminRoutes } from './api/payments-admin.ts'
import { phoneAccountRoutes } from './api/phone-accounts.ts'
import { productRoutes } from './api/products.ts'
import { productAdminRoutes } from './api/products-admin.ts'
import { bulkProductsRoutes } from './api/products-bulk.ts'
import { profileRoutes } from './api/profile.ts'
import { receiptRoutes } from './api/receipts.ts'
import { returnRoutes } from './api/returns.ts'
import { reviewRoutes } from './api/reviews.ts'
import { saleRoutes } from './api/sales.ts'
import { secondFactorRoutes } from './api/second-factor.ts'
import { settingsRoutes } from './api/settings.ts'
import { setupRoutes } from './api/setup.ts'
import { stockAlertRoutes } from './api/stock-alerts.ts'
import { invitationRoutes, teamRoutes } from './api/team.ts'
import { testimonialRoutes } from './api/testimonials.ts'
import { visitRoutes } from './api/visits.ts'
import type { Api } from './typed-api.ts'

/** The JSON API of the specification. */
export async function serveApi(api: Api, shop: Shop): Promise<void> {
  await serveApiDocs(api)
  accountRoutes(api, shop)
  phoneAccountRoutes(api, shop)
  secondFactorRoutes(api, shop)
  profileRoutes(api, shop)
  teamRoutes(api, shop)
  invitationRoutes(api, shop)
  connectionRoutes(api, shop)
  productRoutes(api, shop)
  productAdminRoutes(api, shop)
  bulkProductsRoutes(api, shop)
  categoryRoutes(api, shop)
  saleRoutes(api, shop)
  discountRoutes(api, shop)
  orderRoutes(api, shop)
  paymentRoutes(api, shop)
  paymentAdminRoutes(api, shop)
  paymentWebhooks(api, shop)
  adminOrderRoutes(api, shop)
  deliveryRoutes(api, shop)
  driverStepRoutes(api, shop)
  cashRoutes(api, shop)
  orderLedgerRoutes(api, shop)
  receiptRoutes(api, shop)
  returnRoutes(api, shop)
  dashboardRoutes(api, shop)
  alertRoutes(api, shop)
  blogRoutes(api, shop)
  blogAdminRoutes(api, shop)
  pageRoutes(api, shop)
  reviewRoutes(api, shop)
  stockAlertRoutes(api, shop)
  testimonialRoutes(api, shop)
  messageRoutes(api, shop)
  conversationRoutes(api, shop)
  messageWebhooks(api, shop)
  newsletterRoutes(api, shop)
  campaignRoutes(api, shop)
  settingsRoutes(api, shop)
  brandRoutes(api, shop)
  setupRoutes(api, shop)
  homeRoutes(api, shop)
  changeRoutes(api, shop)
  visitRoutes(api, shop)
  // Without this an unknown address below /api would be taken for a page.
  for (const rest of ['/', '/*']) {
    api.all(rest, { config: { access: 'anyone' } }, async () => {
      throw new Refusal('not_found')
    })
  }
}

/** The API describes itself, from the very schemas that guard it. Must come before the routes that it describes. */
async function serveApiDocs(app: Api): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: {
        title: 'Shop',
        version: '1',
        description:
          'Prices are in cedis. Every refusal is `{ error, code, fields? }` with the right status.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: describeWire,
  })
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'anyone' }
    })
    await docs.register(swaggerUi, { routePrefix: '/docs', staticCSP: true })
  })
}

type Described = { [name: string]: unknown }

/**
 * Whoever reads the description meets the wire, in answers too. The transform takes what lies on the code's side of an answer's
 * codec and what lies on the wire's side of a body's: each answer is therefore described as if it were a body.
 */
const describeWire: SwaggerTransform = (document) => {
  const { schema, url } = jsonSchemaTransform(document as never)
  const answers = Object.entries((document.schema?.response ?? {}) as Described).map(([status, body]) => {
    const described = jsonSchemaTransform({ ...document, schema: { body } } as never)
    return [status, closed(described.schema.body)]
  })
  return { url, schema: schema?.response ? { ...schema, response: Object.fromEntries(answers) } : schema }
}

/** An answer has the fields that are described and no others. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.entries(schema).map(([name, part]) => [name, closed(part)])
  const isOpen = 'properties' in schema && !('additionalProperties' in schema)
  return { ...Object.fromEntries(parts), ...(isOpen ? { additionalProperties: false } : {}) }
}
