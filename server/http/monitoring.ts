import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { Gauge, Registry } from 'prom-client'
import { Refusal } from '#contract/refusals.ts'
import type { Context } from '../platform/context.ts'
import { isSameSecret } from '../platform/hash.ts'
import type { Shop } from '../shop.ts'
import { bearerToken } from './access.ts'

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
