import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { RefusalCode } from '#contract/refusals.ts'
import { isRequestId, type RequestIds } from '../platform/request-id.ts'
import type { IsTrusted } from './proxies.ts'

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
