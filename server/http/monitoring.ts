import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { Gauge, Registry } from 'prom-client'
import { Refusal, type RefusalCode } from '#contract/refusals.ts'
import type { Context } from '../platform/context.ts'
import { isSameSecret } from '../platform/hash.ts'
import { isRequestId, type RequestIds } from '../platform/log.ts'
import type { Shop } from '../shop.ts'
import { bearerToken } from './access.ts'
import type { IsTrusted } from './proxies.ts'

/**
 * /healthz: the process lives. /readyz: visitors may be sent here. That is so without the database, too: every process shares
 * it, and each still serves the pages that it has.
 */
export function serveHealth(app: FastifyInstance, context: Context, leaving: Shutdown): void {
  app.get('/healthz', { config: { access: 'anyone', rateLimit: false } }, async () => ({
    status: 'ok',
    ...context.version,
  }))
  app.get('/readyz', { config: { access: 'anyone', rateLimit: false } }, async (_request, reply) => {
    const database = await Promise.race([
      context.db.execute(sql`select 1`).then(
        () => 'ok',
        () => 'down',
      ),
      // Whoever asks does not wait for a connection that hangs.
      wait(1_000, 'down', { ref: false }),
    ])
    if (leaving.hasBegun()) return reply.status(503).send({ status: 'not ready', database })
    return { status: database === 'ok' ? 'ok' : 'degraded', database }
  })
}

type Shutdown = { hasBegun(): boolean }

/**
 * Graceful shutdown: /readyz says no while everybody is still served, and each response asks to use another connection.
 * When the server closes, nobody is left on a connection that could break.
 */
export function announceShutdown(app: FastifyInstance, signal: AbortSignal | undefined): Shutdown {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  const hasBegun = () => isClosing || signal?.aborted === true
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (hasBegun()) reply.header('connection', 'close')
    done(null, payload)
  })
  return { hasBegun }
}

/** Figures for Prometheus, for whoever has the token. Without one in the settings there is no such page. */
export function serveMetrics(app: FastifyInstance, shop: Shop, context: Context): void {
  const { metrics, config } = context
  const { token } = config.metrics
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    metrics.answered({ method, route, status: reply.statusCode, milliseconds: reply.elapsedTime })
    done()
  })
  if (token !== undefined) metrics.watchProcess()
  const readShop = openShopGauges(shop, context)

  const access = { access: 'anyone', rateLimit: false, hasOwnToken: true } as const
  app.get('/metrics', { config: access }, async (request, reply) => {
    if (token === undefined) throw new Refusal('not_found')
    if (!isSameSecret(bearerToken(request) ?? '', token)) throw new Refusal('not_signed_in')
    const figures = await readShop()
    reply.header('cache-control', 'no-store').type(metrics.registry.contentType)
    return `${await metrics.registry.metrics()}\n${figures}`
  })
}

/** Numbers that the database knows, asked when somebody looks. Every process says the same, so they are not added up. */
function openShopGauges(shop: Shop, { jobs }: Context): () => Promise<string> {
  const registry = new Registry()
  const gauge = (name: string, help: string, labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const gauges = {
    orders: gauge('shop_orders', 'All orders by status', ['name']),
    orders_last_hour: gauge('shop_orders_last_hour', 'Orders of the last hour', ['name']),
    payments_open: gauge('shop_payments_open', 'Payments that wait for something, by stage', ['name']),
    payments_last_hour: gauge('shop_payments_last_hour', 'Payments of the last hour by stage', ['name']),
    products: gauge('shop_products', 'Products on sale: in_stock and out_of_stock', ['name']),
  }
  const waiting = gauge('jobs_waiting', 'Jobs that are ready and wait, counted every minute', ['job'])
  const isUp = gauge('database_up', '1 when the database answered', [])

  return async () => {
    for (const each of Object.values(gauges)) each.reset()
    waiting.reset()
    try {
      for (const { what, name, value } of await shop.dashboard.readFigures()) {
        gauges[what].set(name === '' ? {} : { name }, value)
      }
      for (const { name, ready } of await jobs.countReady()) waiting.set({ job: name }, ready)
      isUp.set(1)
    } catch {
      isUp.set(0)
    }
    return registry.metrics()
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the answer was a no, and what was thrown. */
    refusal?: { code: RefusalCode; error: unknown }
  }
}

/** What a crowd is told in a bad minute. One line says as much as thousands. */
const toldToMany: readonly RefusalCode[] = ['busy', 'too_many_requests']
const quietMs = 60_000

/**
 * One line for each answer, when it is complete. What the cached-response fast path sends is not worth a line, and what is
 * refused to many gets one line a minute, which says how many more there were since the last one.
 */
export class OneLinePerRequest extends LogController {
  readonly #told = new Map<RefusalCode, { since: number; unwritten: number }>()

  override incomingRequest(): void {}

  override requestCompleted(
    err: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { ip: client } = request
    const time = { client, responseTime: Math.round(reply.elapsedTime) }
    const facts = { req: request, res: reply, ...time, ...refusalIn(request) }
    if (err) {
      request.log.error({ ...facts, err }, 'answer broke off')
      return
    }
    const { refusal } = request
    const unwritten = refusal ? this.#countUnwritten(refusal.code) : 0
    if (unwritten === null) return
    if (refusal && reply.statusCode >= 500) request.log.error({ err: refusal.error }, 'request failed')
    const text = [401, 403].includes(reply.statusCode) ? 'refused' : 'answered'
    request.log.info(unwritten === 0 ? facts : { ...facts, unwritten }, text)
  }

  /** How many lines were left out since the last one; null when this one is left out, too. */
  #countUnwritten(code: RefusalCode): number | null {
    if (!toldToMany.includes(code)) return 0
    const told = this.#told.get(code)
    if (told && performance.now() - told.since < quietMs) {
      told.unwritten += 1
      return null
    }
    this.#told.set(code, { since: performance.now(), unwritten: 0 })
    return told?.unwritten ?? 0
  }
}

/** Whoever is refused is known by the id of the account, never by name. */
function refusalIn({ refusal, viewer }: FastifyRequest): object {
  return refusal === undefined ? {} : { code: refusal.code, who: viewer?.id ?? 'visitor' }
}

/** The proxy's own id, so that its log and ours agree; anybody else's is not taken into the log. */
export function requestIdOf({ headers, socket }: IncomingMessage, isTrusted: IsTrusted): string {
  const given = headers['x-request-id']
  return isRequestId(given) && isTrusted(socket.remoteAddress) ? given : randomUUID()
}

/** Everything that is done for a request knows its id, also after its body has come in, which begins a train of thought of its own. */
export function followRequests(app: FastifyInstance, requestIds: RequestIds): void {
  app.addHook('onRequest', (request, _reply, done) => requestIds.runWith(request.id, done))
  app.addHook('preValidation', (request, _reply, done) => requestIds.runWith(request.id, done))
}
