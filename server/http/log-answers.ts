import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { RefusalCode } from '#contract/refusals.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the answer was a no. */
    refusedFor?: RefusalCode
  }
}

/** One line for each answer, when it is complete. What the express lane hands out is not worth a line. */
export class OneLineEach extends LogController {
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

/** Who knocks at a door that stays closed is known by the number of the account, never by name. */
function refusalIn({ refusedFor, viewer }: FastifyRequest): object {
  return refusedFor === undefined ? {} : { code: refusedFor, who: viewer?.id ?? 'visitor' }
}
