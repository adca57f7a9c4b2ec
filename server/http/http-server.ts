import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { Refusal } from '../../contract/refusals.ts'
import type { Tools } from '../platform/tools.ts'
import type { Shop } from '../shop.ts'
import { guardAccess } from './access.ts'
import { serveApi } from './api.ts'
import { serveAssets } from './assets.ts'
import { answerErrors } from './errors.ts'
import { serveHealth } from './health.ts'
import { serveMedia } from './media.ts'
import { type Pages, servePages } from './pages.ts'
import { addSecurityHeaders } from './security-headers.ts'

type Doors = {
  shop: Shop
  tools: Tools
  /** Absent where only the API is wanted, as in most tests. */
  pages?: {
    load: () => Promise<Pages>
    assetsFolder: string | null
    prepare?: (app: FastifyInstance) => Promise<void>
  }
  /** For tests: a machine that is busy with tests is no flood of visitors. */
  staysOpenUnderLoad?: boolean
}

export async function buildHttpServer({
  shop,
  tools,
  pages,
  staysOpenUnderLoad,
}: Doors): Promise<FastifyInstance> {
  const { config } = tools
  const loggerInstance: FastifyBaseLogger = tools.log
  const app = fastify({
    loggerInstance,
    genReqId: () => randomUUID(),
    trustProxy: config.server.trustProxy,
    bodyLimit: 256 * 1024,
    requestTimeout: 10_000,
    handlerTimeout: 15_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 320, ignoreTrailingSlash: true },
    // Node swaps the two time limits when the headers' one is the larger, so both are set.
    http: {
      headersTimeout: 5_000,
      requestTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16_384,
    },
    keepAliveTimeout: 5_000,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)

  answerErrors(app)
  await pages?.prepare?.(app)
  addSecurityHeaders(app, { https: config.publicUrl.startsWith('https:') })
  guardAccess(app, shop)
  // Reading the pages' sources keeps a developer's machine busy too, and that is no flood either.
  const isDevelopment = pages?.assetsFolder === null
  if (!staysOpenUnderLoad && !isDevelopment) await shedLoad(app)
  await limitRequests(app, config.server.requestsPerMinute)
  await app.register(multipart, {
    limits: { fileSize: 15 * 1024 * 1024, files: 8, fields: 40, fieldSize: 256 * 1024, parts: 48 },
  })

  serveHealth(app, tools)
  serveMedia(app, tools)
  await app.register(async (api) => serveApi(api.withTypeProvider<ZodTypeProvider>(), shop), {
    prefix: '/api',
  })
  if (pages) {
    if (pages.assetsFolder !== null) await serveAssets(app, pages.assetsFolder)
    servePages(app, { loadPages: pages.load, shop, tools, development: isDevelopment })
  }
  return app
}

/** More work than the machine can do is answered early and politely. */
async function shedLoad(app: FastifyInstance): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: 250,
    maxEventLoopUtilization: 0.99,
    maxRssBytes: 1_000_000_000,
    pressureHandler: () => {
      throw new Refusal('busy', { retryAfterSeconds: 5 })
    },
  })
}

/** A flood from one address is answered without work. */
async function limitRequests(app: FastifyInstance, requestsPerMinute: number): Promise<void> {
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: '1 minute',
    allowList: (request) => request.url.startsWith('/assets/') || request.url.startsWith('/media/'),
    errorResponseBuilder: (_request, { ttl }) =>
      new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(ttl / 1000) }),
  })
}
