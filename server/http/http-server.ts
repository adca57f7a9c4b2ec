import type { IncomingMessage } from 'node:http'
import multipart from '@fastify/multipart'
import { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, fastify } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { pictureOrigin } from '../platform/config.ts'
import type { Context } from '../platform/context.ts'
import type { CachedResponse } from '../platform/page-cache.ts'
import type { Shop } from '../shop.ts'
import { guardAccess } from './access.ts'
import { serveStopLinks } from './api/campaigns.ts'
import { serveApi } from './api.ts'
import { type Assets, serveAssets, serveBrandFiles, serveMedia, serveSecurityTxt } from './assets.ts'
import {
  cacheApiResponses,
  type FastPath,
  openFastPath,
  openResponseCache,
  plainCacheKey,
  type ResponseCache,
} from './cached-responses.ts'
import { answerError, answerErrors, answerUnreadable } from './errors.ts'
import {
  cutSlowBodies,
  giveUpLateAnswers,
  limitRequests,
  type ServerLimits,
  shedLoad,
  usualLimits,
} from './limits.ts'
import {
  announceShutdown,
  followRequests,
  OneLinePerRequest,
  requestIdOf,
  serveHealth,
  serveMetrics,
} from './monitoring.ts'
import { servePages } from './page-handler.ts'
import type { Pages } from './pages.ts'
import { type IsTrusted, openTrustedProxies, redirectToHttps } from './proxies.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { limitUploads } from './uploads.ts'

type ServerOptions = {
  shop: Shop
  context: Context
  /** Absent where only the API is wanted, as in most tests. */
  pages?: {
    load: () => Promise<Pages>
    /** Null where they come straight from their sources. */
    readAssets: (() => Promise<Assets>) | null
    prepare?: (app: FastifyInstance) => void
  }
  limits?: Partial<ServerLimits>
  /** Fires when the shop is about to close. */
  leaving?: AbortSignal
}

export async function buildHttpServer({
  shop,
  context,
  pages,
  ...options
}: ServerOptions): Promise<FastifyInstance> {
  const { config } = context
  const limits = { ...usualLimits, lagMs: config.server.lagLimitMs, ...options.limits }
  const protocolOptions = { https: config.publicUrl.startsWith('https:') }
  const isTrusted = openTrustedProxies(config.server.trustProxy)
  const fastPath = openFastPath({
    ...protocolOptions,
    isShuttingDown: () => leaving.hasBegun(),
    count: context.metrics.handedOut,
  })
  const app = openServer(context, limits, fastPath, isTrusted)
  const leaving = announceShutdown(app, options.leaving)
  followRequests(app, context.requestIds)
  answerErrors(app)
  pages?.prepare?.(app)
  addSecurityHeaders(app, protocolOptions)
  redirectToHttps(app, { ...protocolOptions, publicUrl: config.publicUrl, isTrusted })
  cutSlowBodies(app, limits)
  giveUpLateAnswers(app, limits)
  const { findNextPriceChange } = shop.sales
  const responses = openResponseCache(app, { ...context, findNextPriceChange })
  await shedLoad(app, limits, (request) => isCached(responses, request))
  await limitRequests(app, config.server.requestsPerMinute)
  guardAccess(app, shop)
  await limitUploads(app, { ...limits, folder: config.dataDir })
  await app.register(multipart, {
    limits: { fileSize: 15 * 1024 * 1024, files: 8, fields: 40, fieldSize: 256 * 1024, parts: 48 },
  })

  cacheApiResponses(app, responses)
  app.addHook('onClose', () => shop.visits.flush())

  serveHealth(app, context, leaving)
  serveMetrics(app, shop, context)
  serveSecurityTxt(app, shop, context)
  serveStopLinks(app)
  serveMedia(app, shop, context)
  serveBrandFiles(app, shop)
  await app.register(async (api) => serveApi(api.withTypeProvider<ZodTypeProvider>(), shop), {
    prefix: '/api',
  })
  if (pages) {
    const development = pages.readAssets === null
    if (pages.readAssets !== null) serveAssets(app, await pages.readAssets(), fastPath)
    const { publicUrl, storage } = config
    const places = { publicUrl, pictureOrigin: pictureOrigin(storage) }
    const { staleAfterMs } = limits
    servePages(app, { loadPages: pages.load, shop, responses, context, development, staleAfterMs, ...places })
    if (!development) fastPath.addSource((address) => findCached(responses, address))
  }
  return app
}

function isCached(responses: ResponseCache, { method, url, headers }: FastifyRequest): boolean {
  const isForEveryone = (method === 'GET' || method === 'HEAD') && headers.authorization === undefined
  return isForEveryone && findCached(responses, url) !== null
}

function findCached(responses: ResponseCache, address: string): CachedResponse | null {
  const key = plainCacheKey(address)
  return key === null ? null : responses.find(key)
}

/** Longer than a proxy keeps an unused line: it must be the one who hangs up, or its next request could meet a closed connection. */
const idleMsOfProxy = 75_000

function openServer(
  { config, log }: Context,
  limits: ServerLimits,
  fastPath: FastPath,
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
    // A machine with much else to do may take long to read the pages; ten seconds, as usual, would end the start.
    pluginTimeout: 120_000,
    forceCloseConnections: 'idle',
    // Whoever still comes on an open line while the shop closes is served, and then the line ends.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 320, ignoreTrailingSlash: true },
    // Node knows one limit for all requests, so it gets the longest; cutSlowBodies knows which kind it is.
    // It swaps the two time limits when the headers' one is the larger, so both are set.
    http: {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.uploadMs,
      connectionsCheckingInterval: limits.slownessCheckedEveryMs,
      maxHeaderSize: 16_384,
    },
    keepAliveTimeout: isBehindProxy ? idleMsOfProxy : limits.idleMs,
    logController: new OneLinePerRequest(),
    serverFactory: (listener, options) => fastPath.openServer(listener, options),
    frameworkErrors: answerError,
    clientErrorHandler: answerUnreadable,
  })
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  return app
}
