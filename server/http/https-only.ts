import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { IsTrusted } from './trusted-proxies.ts'

type Surroundings = { https: boolean; publicUrl: string; isTrusted: IsTrusted }

/** Machines ask these on the inner network, without https. */
const asked = ['/healthz', '/readyz', '/metrics']

/**
 * A visitor who came to the proxy without https is sent to the safe address. Only the proxy can tell; where it does not,
 * nobody is sent anywhere, because a shop that redirects to itself would never open.
 */
export function leadToHttps(app: FastifyInstance, { https, publicUrl, isTrusted }: Surroundings): void {
  if (!https) return
  app.addHook('onRequest', async (request, reply) => {
    if (!cameWithoutHttps(request.raw) || !isTrusted(request.socket.remoteAddress)) return
    if (asked.includes(request.routeOptions.url ?? '')) return
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    return reply.redirect(publicUrl + pathOf(request.url), isRead ? 301 : 308)
  })
}

export function cameWithoutHttps({ headers }: IncomingMessage): boolean {
  const told = headers['x-forwarded-proto']
  return told !== undefined && String(told).split(',').at(-1)?.trim() !== 'https'
}

/** Only ever a path of this shop, whatever host the address names. */
function pathOf(address: string): string {
  return address.replace(/^https?:\/\/[^/?]*/i, '').replace(/^[\\/]*/, '/')
}
