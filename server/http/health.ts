import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../platform/context.ts'

/** /healthz: the process lives. /readyz: it can serve customers, so the database answers and it is not shutting down. */
export function serveHealth(app: FastifyInstance, context: Context, leaving: Shutdown): void {
  app.get('/healthz', { config: { access: 'anyone', rateLimit: false } }, async () => ({
    status: 'ok',
    ...context.version,
  }))
  app.get('/readyz', { config: { access: 'anyone', rateLimit: false } }, async (_request, reply) => {
    const database = await context.db.execute(sql`select 1`).then(
      () => 'ok',
      () => 'down',
    )
    const ready = database === 'ok' && !leaving.hasBegun()
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ok' : 'not ready', database })
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
