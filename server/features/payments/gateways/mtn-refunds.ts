import type { MtnKeys } from '#server/platform/config.ts'
import type { Clock } from '#server/platform/context.ts'
import type { RefundFacts, RefundGateway, RefundStart, RefundStatus, Throttle } from './gateway.ts'
import { judgeStart, openMtnCalls } from './mtn-calls.ts'
import { readRefundStatus, toRefundRequest } from './mtn-status.ts'

type Means = { clock: Clock; throttle: Throttle; callbackOf(reference: string): string }

/** MTN MoMo Disbursements, a product with keys of its own: it sends back what Collections has taken. */
export function openMtnRefunds(
  system: { baseUrl: string; environment: string },
  keys: MtnKeys,
  { clock, throttle, callbackOf }: Means,
): RefundGateway {
  const call = openMtnCalls(system, { ...keys, name: 'disbursement', resource: 'refund' }, clock)

  async function ask(refund: RefundFacts): Promise<RefundStatus> {
    if (!(await throttle())) return { is: 'not_asked' }
    const reply = await call(`/${refund.reference}`, {})
    if (reply?.is !== 'answered') return { is: 'no_answer' }
    if (reply.status === 404) return { is: 'not_found' }
    return reply.status === 200 ? readRefundStatus(reply.text, refund) : { is: 'no_answer' }
  }

  async function start(refund: RefundFacts): Promise<RefundStart> {
    const { reference } = refund
    const headers = { 'x-reference-id': reference, 'x-callback-url': callbackOf(reference) }
    const reply = await call('', { headers, body: toRefundRequest(refund) })
    const answer = await judgeStart(reply, async () => {
      const { is } = await ask(refund)
      return is === 'no_answer' || is === 'not_asked' ? null : is !== 'not_found'
    })
    return answer.is === 'accepted' ? { is: 'accepted', gatewayId: null } : answer
  }

  return { isRepeatable: true, start, ask }
}
