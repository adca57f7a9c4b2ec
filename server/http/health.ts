import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../platform/context.ts'
import type { Leaving } from './leaving.ts'

/** /healthz: the process lives. /readyz: it can serve customers, so the database answers and it is not leaving. */
export function serveHealth(app: FastifyInstance, context: Context, leaving: Leaving): void {
  app.get('/healthz', { config: { access: 'anyone', rateLimit: false } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { access: 'anyone', rateLimit: false } }, async (_request, reply) => {
    const database = await context.db.execute(sql`select 1`).then(
      () => 'ok',
      () => 'down',
    )
    const ready = database === 'ok' && !leaving.hasBegun()
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ok' : 'not ready', database })
  })
}
