import type { Context } from '#server/platform/context.ts'
import type { Gateway, Throttle } from './gateway.ts'
import { openMtn } from './mtn.ts'
import { openPaystack } from './paystack.ts'
import { openTestGateway } from './test-gateway.ts'

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
