import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { RefusalCode } from '#contract/refusals.ts'
import { isRequestId, type RequestIds } from '../platform/request-id.ts'
import type { IsTrusted } from './proxies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the answer was a no. */
    refusedFor?: RefusalCode
  }
}

/** One line for each answer, when it is complete. What the cached-response fast path sends is not worth a line. */
export class OneLinePerRequest extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    err: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { ip: client } = request
    const time = { client, responseTime: Math.round(reply.elapsedTime) }
    const facts = { req: request, res: reply, ...time, ...refusalIn(request) }
    if (err) request.log.error({ ...facts, err }, 'answer broke off')
    else request.log.info(facts, [401, 403].includes(reply.statusCode) ? 'refused' : 'answered')
  }
}

/** Whoever is refused is known by the id of the account, never by name. */
function refusalIn({ refusedFor, viewer }: FastifyRequest): object {
  return refusedFor === undefined ? {} : { code: refusedFor, who: viewer?.id ?? 'visitor' }
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
