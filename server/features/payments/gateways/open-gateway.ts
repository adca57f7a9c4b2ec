import type { Tools } from '#server/platform/tools.ts'
import type { Gateway, TakeTurn } from './gateway.ts'
import { openMtn } from './mtn.ts'
import { openPaystack } from './paystack.ts'
import { openTestGateway } from './test-gateway.ts'

/** Null: this shop takes no money online. */
export function openGateway(
  { config: { payments, publicUrl }, clock }: Tools,
  takeTurn: TakeTurn,
): Gateway | null {
  switch (payments.gateway) {
    case 'mtn':
      return openMtn(payments, publicUrl, clock, takeTurn)
    case 'paystack':
      return openPaystack(payments, publicUrl, takeTurn)
    case 'test':
      return openTestGateway(clock)
    case 'none':
      return null
  }
}
