import { approvalMinutes } from '#rules/payment-states.ts'
import { normalisePhone } from '#rules/phone-number.ts'
import type { Clock, Context } from '#server/platform/context.ts'
import type { Gateway, GatewayStatus, PaymentFacts, Throttle } from './gateway.ts'
import { openMtn } from './mtn.ts'
import { openPaystack } from './paystack.ts'

/** Null: this shop takes no money online. */
export function openGateway(
  { config: { payments, publicUrl }, clock }: Context,
  throttle: Throttle,
): Gateway | null {
  switch (payments.gateway) {
    case 'mtn':
      return openMtn(payments, publicUrl, clock, throttle)
    case 'paystack':
      return openPaystack(payments, publicUrl, throttle)
    case 'test':
      return openTestGateway(clock)
    case 'none':
      return null
  }
}

/** No money moves: whoever tries the shop out approves or declines on the payment page itself. */
function openTestGateway(clock: Clock): Gateway {
  return {
    name: 'test',
    isTest: true,
    currency: 'GHS',
    ringsPhones: false,
    readPhone: normalisePhone,
    start: async () => ({ is: 'accepted', hostedUrl: null, isRepeat: false }),
    ask: async (payment) => answer(payment, clock()),
    refunds: {
      isRepeatable: true,
      start: async () => ({ is: 'accepted', gatewayId: null }),
      ask: async ({ reference }) => ({
        is: 'succeeded',
        gatewayId: `test-${reference.slice(0, 8)}`,
        raw: '',
      }),
    },
    readCallback: () => null,
  }
}

function answer({ testAnswer, createdAt, ...payment }: PaymentFacts, now: Date): GatewayStatus {
  if (testAnswer === 'approve') {
    const { amount, currency, reference } = payment
    const paid = { amount, currency, reference, transactionId: `test-${reference.slice(0, 8)}` }
    return { is: 'succeeded', paid, raw: '' }
  }
  if (testAnswer === 'decline') return { is: 'failed', reason: 'APPROVAL_REJECTED', raw: '' }
  const isOver = now.getTime() >= createdAt.getTime() + approvalMinutes * 60_000
  return isOver ? { is: 'failed', reason: 'EXPIRED', raw: '' } : { is: 'pending' }
}
