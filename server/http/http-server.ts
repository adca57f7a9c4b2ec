import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { CachedAnswer } from '../platform/cached-answer.ts'
import type { Tools } from '../platform/tools.ts'
import type { Shop } from '../shop.ts'
import { guardAccess } from './access.ts'
import { serveApi } from './api.ts'
import { serveAssets } from './assets.ts'
import { answerError, answerErrors } from './errors.ts'
import { type ExpressLane, openExpressLane } from './express-lane.ts'
import { serveHealth } from './health.ts'
import { type KeptAnswers, keepApiAnswers, openKeptAnswers, plainName } from './kept-answers.ts'
import { type DoorLimits, limitRequests, shedLoad, usualLimits } from './limits.ts'
import { OneLineEach } from './log-answers.ts'
import { serveMedia } from './media.ts'
import { servePages } from './page-door.ts'
import type { Pages } from './pages.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { hangUpOnSlowBodies } from './slow-bodies.ts'

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
  const surroundings = { https: config.publicUrl.startsWith('https:') }
  const lane = openExpressLane(surroundings)
  const app = openServer(tools, limits, lane)
  answerErrors(app)
  pages?.prepare?.(app)
  addSecurityHeaders(app, surroundings)
  hangUpOnSlowBodies(app, limits)
  await shedLoad(app, limits)
  await limitRequests(app, config.server.requestsPerMinute)
  guardAccess(app, shop)
  await app.register(multipart, {
    limits: { fileSize: 15 * 1024 * 1024, files: 8, fields: 40, fieldSize: 256 * 1024, parts: 48 },
  })

  const kept = openKeptAnswers(app, tools)
  keepApiAnswers(app, kept)
  app.addHook('preClose', async () => lane.close())

  serveHealth(app, tools)
  serveMedia(app, tools)
  await app.register(async (api) => serveApi(api.withTypeProvider<ZodTypeProvider>(), shop), {
    prefix: '/api',
  })
  if (pages) {
    const development = pages.assetsFolder === null
    if (pages.assetsFolder !== null) await serveAssets(app, pages.assetsFolder, lane)
    servePages(app, { loadPages: pages.load, shop, kept, publicUrl: config.publicUrl, development })
    if (!development) lane.lookIn((address) => findKept(kept, address))
  }
  return app
}

function findKept(kept: KeptAnswers, address: string): CachedAnswer | null {
  const name = plainName(address)
  return name === null ? null : kept.find(name)
}

function openServer({ config, log }: Tools, limits: DoorLimits, lane: ExpressLane): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log
  const app = fastify({
    loggerInstance,
    genReqId: () => randomUUID(),
    trustProxy: config.server.trustProxy,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.uploadMs,
    handlerTimeout: 15_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 320, ignoreTrailingSlash: true },
    // Node knows one limit for all requests, so it gets the longest; hangUpOnSlowBodies knows which kind it is.
    // It swaps the two time limits when the headers' one is the larger, so both are set.
    http: {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.uploadMs,
      connectionsCheckingInterval: limits.slownessCheckedEveryMs,
      maxHeaderSize: 16_384,
    },
    keepAliveTimeout: 5_000,
    logController: new OneLineEach(),
    serverFactory: (listener, options) => lane.openServer(listener, options),
    frameworkErrors: answerError,
  })
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  return app
}
