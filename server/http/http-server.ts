import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Tools } from '../platform/tools.ts'
import type { Shop } from '../shop.ts'
import { guardAccess } from './access.ts'
import { serveApi } from './api.ts'
import { serveAssets } from './assets.ts'
import { answerError, answerErrors } from './errors.ts'
import { serveHealth } from './health.ts'
import { type DoorLimits, limitRequests, shedLoad, usualLimits } from './limits.ts'
import { serveMedia } from './media.ts'
import { servePages } from './page-door.ts'
import type { Pages } from './pages.ts'
import { addSecurityHeaders } from './security-headers.ts'

type Doors = {
  shop: Shop
  tools: Tools
  /** Absent where only the API is wanted, as in most tests. */
  pages?: {
    load: () => Promise<Pages>
    assetsFolder: string | null
    prepare?: (app: FastifyInstance) => void
  }
  limits?: Partial<DoorLimits>
}

export async function buildHttpServer({ shop, tools, pages, ...doors }: Doors): Promise<FastifyInstance> {
  const { config } = tools
  const limits = { ...usualLimits, lagMs: config.server.lagLimitMs, ...doors.limits }
  const app = openServer(tools, limits)
  answerErrors(app)
  pages?.prepare?.(app)
  addSecurityHeaders(app, { https: config.publicUrl.startsWith('https:') })
  await shedLoad(app, limits)
  await limitRequests(app, config.server.requestsPerMinute)
  guardAccess(app, shop)
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
    servePages(app, { loadPages: pages.load, shop, tools, development: pages.assetsFolder === null })
  }
  return app
}

function openServer({ config, log }: Tools, limits: DoorLimits): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log
  const app = fastify({
    loggerInstance,
    genReqId: () => randomUUID(),
    trustProxy: config.server.trustProxy,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    handlerTimeout: 15_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 320, ignoreTrailingSlash: true },
    // Node swaps the two time limits when the headers' one is the larger, so both are set.
    http: {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.slownessCheckedEveryMs,
      maxHeaderSize: 16_384,
    },
    keepAliveTimeout: 5_000,
    frameworkErrors: answerError,
  })
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  return app
}
