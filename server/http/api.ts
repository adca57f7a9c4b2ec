import swagger, { type SwaggerTransform } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { Refusal } from '#contract/refusals.ts'
import type { Shop } from '../shop.ts'
import type { Api } from './access.ts'
import { accountRoutes } from './api/accounts.ts'
import { adminOrderRoutes, orderLedgerRoutes } from './api/admin-orders.ts'
import { blogAdminRoutes, blogRoutes } from './api/blog.ts'
import { campaignRoutes } from './api/campaigns.ts'
import { categoryRoutes } from './api/categories.ts'
import { connectionRoutes } from './api/connections.ts'
import { changeRoutes, dashboardRoutes, visitRoutes } from './api/dashboard.ts'
import { cashRoutes, deliveryRoutes, driverStepRoutes } from './api/delivery.ts'
import { messageWebhooks, paymentWebhooks } from './api/incoming-webhooks.ts'
import { conversationRoutes, messageRoutes, newsletterRoutes } from './api/messages.ts'
import { orderRoutes } from './api/orders.ts'
import { phoneAccountRoutes, profileRoutes, secondFactorRoutes } from './api/own-account.ts'
import { homeRoutes, pageRoutes } from './api/pages.ts'
import { paymentAdminRoutes, paymentRoutes } from './api/payments.ts'
import { bulkProductsRoutes, productAdminRoutes, productRoutes, stockAlertRoutes } from './api/products.ts'
import { receiptRoutes } from './api/receipts.ts'
import { returnRoutes } from './api/returns.ts'
import { reviewRoutes, testimonialRoutes } from './api/reviews.ts'
import { discountRoutes, saleRoutes } from './api/sales-and-discounts.ts'
import { brandRoutes, settingsRoutes, setupRoutes } from './api/settings.ts'
import { alertRoutes, invitationRoutes, teamRoutes } from './api/team.ts'
import { compressAnswer } from './cached-responses.ts'

/** The JSON API of the specification. */
export async function serveApi(api: Api, shop: Shop): Promise<void> {
  // After what a route does by itself: a cached response is stored as it is.
  api.addHook('onRoute', (route) => {
    route.onSend = [route.onSend ?? [], compressAnswer].flat()
  })
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
