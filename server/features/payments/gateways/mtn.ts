import { normalisePhone } from '#rules/phone-number.ts'
import type { PaymentsConfig } from '#server/platform/config.ts'
import type { Clock } from '#server/platform/context.ts'
import { isSameSecret } from '#server/platform/hash.ts'
import type { Gateway, GatewayStatus, PaymentFacts, StartResult, Throttle } from './gateway.ts'
import { judgeStart, openMtnCalls } from './mtn-calls.ts'
import { openMtnRefunds } from './mtn-refunds.ts'
import { readStatus, toRequest } from './mtn-status.ts'

type MtnConfig = Extract<PaymentsConfig, { gateway: 'mtn' }>

/** MTN MoMo Collections: the customer approves on the phone while our own page waits. */
export function openMtn(config: MtnConfig, publicUrl: string, clock: Clock, throttle: Throttle): Gateway {
  const { environment, callbackToken, disbursement } = config
  const call = openMtnCalls(config, { ...config, name: 'collection', resource: 'requesttopay' }, clock)
  const isTest = environment === 'sandbox'
  const callbackOf = (reference: string) =>
    `${publicUrl}/api/payments/callbacks/mtn/${callbackToken}/${reference}`

  async function ask({ reference }: PaymentFacts): Promise<GatewayStatus> {
    if (!(await throttle())) return { is: 'not_asked' }
    const reply = await call(`/${reference}`, {})
    if (reply?.is !== 'answered') return { is: 'no_answer' }
    if (reply.status === 404) return { is: 'not_found' }
    return reply.status === 200 ? readStatus(reply.text) : { is: 'no_answer' }
  }

  async function start(payment: PaymentFacts): Promise<StartResult> {
    const { reference } = payment
    const headers = { 'x-reference-id': reference, 'x-callback-url': callbackOf(reference) }
    const reply = await call('', { headers, body: toRequest(payment) })
    const answer = await judgeStart(reply, async () => {
      const { is } = await ask(payment)
      return is === 'no_answer' || is === 'not_asked' ? null : is !== 'not_found'
    })
    return answer.is === 'accepted' ? { ...answer, hostedUrl: null } : answer
  }

  return {
    name: 'mtn',
    isTest,
    currency: isTest ? 'EUR' : 'GHS',
    ringsPhones: true,
    readPhone: (typed) => readPhone(typed, isTest),
    start,
    ask,
    refunds: disbursement ? openMtnRefunds(config, disbursement, { clock, throttle, callbackOf }) : null,
    readCallback: ({ gateway, token, reference }) =>
      gateway === 'mtn' && isSameSecret(token, callbackToken) ? reference : null,
  }
}

/** MTN's own test numbers are not Ghanaian. */
function readPhone(typed: string, isTest: boolean): string | null {
  const digits = typed.replace(/\D/g, '')
  if (isTest && /^[45]6733123\d{3}$/.test(digits)) return digits
  const known = normalisePhone(typed)
  return known?.startsWith('233') ? known : null
}
