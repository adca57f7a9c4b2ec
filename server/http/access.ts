import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { Refusal, type RefusalCode } from '../../contract/refusals.ts'
import type { Viewer } from '../features/accounts/viewer.ts'
import type { Shop } from '../shop.ts'

/** Who may call a route. Whose thing it is decides the use case. */
export type Access = 'anyone' | 'signed_in' | 'driver' | 'admin'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyRequest {
    viewer: Viewer | null
  }
  interface FastifyInstance {
    /** Every route of the server, in the order in which they were added. */
    routeTable: RouteOptions[]
  }
}

const refusalFor: Record<Access, (viewer: Viewer | null) => RefusalCode | null> = {
  anyone: () => null,
  signed_in: (viewer) => (viewer ? null : 'not_signed_in'),
  driver: (viewer) => (!viewer ? 'not_signed_in' : viewer.isDriver ? null : 'not_a_driver'),
  admin: (viewer) => (!viewer ? 'not_signed_in' : viewer.isAdmin ? null : 'not_allowed'),
}

/** Asks at the door, before a body is read: a stranger learns nothing from our other answers. */
export function guardAccess(app: FastifyInstance, shop: Shop): void {
  app.decorateRequest('viewer', null)
  app.decorate('routeTable', [])
  app.addHook('onRoute', (route) => void app.routeTable.push(route))
  app.addHook('onReady', async () => {
    const forgotten = app.routeTable.find((route) => route.config?.access === undefined)
    if (!forgotten) return
    throw new Error(
      `The route ${forgotten.method} ${forgotten.url} does not say who may call it (config.access)`,
    )
  })
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config
    const token = bearerToken(request)
    if (access === undefined) return
    request.viewer = token === null ? null : await shop.accounts.findViewer(token)
    const code = refusalFor[access](request.viewer)
    if (code !== null) throw new Refusal(code)
  })
}

/** For a route that shows an admin more than everybody else. */
export function requireAdmin({ viewer }: FastifyRequest): void {
  const code = refusalFor.admin(viewer)
  if (code !== null) throw new Refusal(code)
}

/** The signed-in person on a route that only they can reach. */
export function viewerOf(request: FastifyRequest): Viewer {
  if (request.viewer === null) throw new Refusal('not_signed_in')
  return request.viewer
}

export function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (header === undefined || header.length > 512) return null
  return /^Bearer ([\w.-]+)$/i.exec(header)?.[1] ?? null
}
