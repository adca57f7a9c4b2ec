import type { FastifyInstance } from 'fastify'

export type Leaving = { hasBegun(): boolean }

/**
 * Before a shop closes it leaves: /readyz says no, everybody is still served, and each answer asks to take the next question
 * elsewhere. When the doors close, nobody is left on a line that could break.
 */
export function announceLeaving(app: FastifyInstance, signal: AbortSignal | undefined): Leaving {
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
