import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Api } from './typed-api.ts'

/** The API describes itself, from the very schemas that guard it. Must come before the routes that it describes. */
export async function serveApiDocs(app: Api): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: {
        title: 'Adom Beauty shop',
        version: '1',
        description:
          'Prices are in cedis. Every refusal is `{ error, code, fields? }` with the right status.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'anyone' }
    })
    await docs.register(swaggerUi, { routePrefix: '/docs', staticCSP: true })
  })
}
