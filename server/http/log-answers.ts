import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/** One line for each answer, when it is complete. What the express lane hands out is not worth a line. */
export class OneLineEach extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    err: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { ip: client } = request
    const facts = { req: request, res: reply, client, responseTime: Math.round(reply.elapsedTime) }
    if (err) request.log.error({ ...facts, err }, 'answer broke off')
    else request.log.info(facts, 'answered')
  }
}
