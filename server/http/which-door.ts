import type { FastifyRequest } from 'fastify'

/** The JSON door; everything else is a page, a picture or a file. */
export function isForApi({ routeOptions }: FastifyRequest): boolean {
  return /^\/api(\/|$)/.test(routeOptions?.url ?? '')
}
