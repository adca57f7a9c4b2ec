import type { IncomingMessage } from 'node:http'
import multipart from '@fastify/multipart'
import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { CachedResponse } from '../platform/cached-answer.ts'
import type { Context } from '../platform/context.ts'
import { pictureOrigin } from '../platform/storage-config.ts'
import type { Shop } from '../shop.ts'
import { guardAccess } from './access.ts'
import { serveApi } from './api.ts'
import { serveAssets } from './assets.ts'
import { answerError, answerErrors } from './errors.ts'
import { type ExpressLane, openExpressLane } from './express-lane.ts'
import { serveHealth } from './health.ts'
import { leadToHttps } from './https-only.ts'
import { type KeptAnswers, keepApiAnswers, openKeptAnswers, plainName } from './kept-answers.ts'
import { announceLeaving } from './leaving.ts'
import { type DoorLimits, limitRequests, shedLoad, usualLimits } from './limits.ts'
import { OneLineEach } from './log-answers.ts'
import { serveMedia } from './media.ts'
import { serveMetrics } from './metrics.ts'
import { servePages } from './page-door.ts'
import type { Pages } from './pages.ts'
import { followRequests, requestIdOf } from './request-ids.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { hangUpOnSlowBodies } from './slow-bodies.ts'
import { type IsTrusted, openTrustedProxies } from './trusted-proxies.ts'
import { answerUnreadable } from './unreadable-calls.ts'

type Doors = {
  shop: Shop
  context: Context
  /** Absent where only the API is wanted, as in most tests. */
  pages?: {
    load: () => Promise<Pages>
    assetsFolder: string | null
    prepare?: (app: FastifyInstance) => void
  }
  limits?: Partial<DoorLimits>
  /** Fires when the shop is about to close. */
  leaving?: AbortSignal
}

export async function buildHttpServer({ shop, context, pages, ...doors }: Doors): Promise<FastifyInstance> {
  const { config } = context
  const limits = { ...usualLimits, lagMs: config.server.lagLimitMs, ...doors.limits }
  const surroundings = { https: config.publicUrl.startsWith('https:') }
  const isTrusted = openTrustedProxies(config.server.trustProxy)
  const lane = openExpressLane({
    ...surroundings,
    isLeaving: () => leaving.hasBegun(),
    count: context.metrics.handedOut,
  })
  const app = openServer(context, limits, lane, isTrusted)
  const leaving = announceLeaving(app, doors.leaving)
  followRequests(app, context.trail)
  answerErrors(app)
  pages?.prepare?.(app)
  addSecurityHeaders(app, surroundings)
  leadToHttps(app, { ...surroundings, publicUrl: config.publicUrl, isTrusted })
  hangUpOnSlowBodies(app, limits)
  await shedLoad(app, limits)
  await limitRequests(app, config.server.requestsPerMinute)
  guardAccess(app, shop)
  await app.register(multipart, {
    limits: { fileSize: 15 * 1024 * 1024, files: 8, fields: 40, fieldSize: 256 * 1024, parts: 48 },
  })

  const kept = openKeptAnswers(app, context)
  keepApiAnswers(app, kept)

  serveHealth(app, context, leaving)
  serveMetrics(app, shop, context)
  serveMedia(app, context)
  await app.register(async (api) => serveApi(api.withTypeProvider<ZodTypeProvider>(), shop), {
    prefix: '/api',
  })
  if (pages) {
    const development = pages.assetsFolder === null
    if (pages.assetsFolder !== null) await serveAssets(app, pages.assetsFolder, lane)
    const { publicUrl, storage } = config
    const places = { publicUrl, pictureOrigin: pictureOrigin(storage) }
    servePages(app, { loadPages: pages.load, shop, kept, context, development, ...places })
    if (!development) lane.lookIn((address) => findKept(kept, address))
  }
  return app
}

function findKept(kept: KeptAnswers, address: string): CachedResponse | null {
  const name = plainName(address)
  return name === null ? null : kept.find(name)
}

/** Longer than a proxy keeps an unused line: it must be the one who hangs up, or its next question could meet a closed door. */
const idleMsOfProxy = 75_000

function openServer(
  { config, log }: Context,
  limits: DoorLimits,
  lane: ExpressLane,
  isTrusted: IsTrusted,
): FastifyInstance {
  const isBehindProxy = config.server.trustProxy.length > 0
  const loggerInstance: FastifyBaseLogger = log
  const app = fastify({
    loggerInstance,
    genReqId: (request: IncomingMessage) => requestIdOf(request, isTrusted),
    trustProxy: isBehindProxy ? isTrusted : false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.uploadMs,
    handlerTimeout: limits.answerMs,
    forceCloseConnections: 'idle',
    // Whoever still comes on an open line while the shop closes is served, and then the line ends.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 320, ignoreTrailingSlash: true },
    // Node knows one limit for all requests, so it gets the longest; hangUpOnSlowBodies knows which kind it is.
    // It swaps the two time limits when the headers' one is the larger, so both are set.
    http: {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.uploadMs,
      connectionsCheckingInterval: limits.slownessCheckedEveryMs,
      maxHeaderSize: 16_384,
    },
    keepAliveTimeout: isBehindProxy ? idleMsOfProxy : limits.idleMs,
    logController: new OneLineEach(),
    serverFactory: (listener, options) => lane.openServer(listener, options),
    frameworkErrors: answerError,
    clientErrorHandler: answerUnreadable,
  })
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  return app
}
