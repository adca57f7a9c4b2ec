import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isRequestId, type RequestTrail } from '../platform/request-trail.ts'
import type { IsTrusted } from './trusted-proxies.ts'

/** The proxy's own id, so that its log and ours tell one story; anybody else's word is not taken into the log. */
export function requestIdOf({ headers, socket }: IncomingMessage, isTrusted: IsTrusted): string {
  const told = headers['x-request-id']
  return isRequestId(told) && isTrusted(socket.remoteAddress) ? told : randomUUID()
}

/** Everything that is done for a request knows its id, also after its body has come in, which begins a train of thought of its own. */
export function followRequests(app: FastifyInstance, trail: RequestTrail): void {
  app.addHook('onRequest', (request, _reply, done) => trail.follow(request.id, done))
  app.addHook('preValidation', (request, _reply, done) => trail.follow(request.id, done))
}
