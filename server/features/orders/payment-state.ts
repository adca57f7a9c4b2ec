import type { Pesewas } from '../../../rules/money.ts'
import type { OrderRow } from './write-order.ts'

type PaymentFacts = Pick<OrderRow, 'paymentMethod' | 'paidAt' | 'total'>

export function paymentState({ paymentMethod, paidAt }: PaymentFacts): string {
  if (paidAt !== null) return 'Paid'
  return paymentMethod === 'whatsapp' ? 'Pay on delivery' : 'Awaiting payment'
}

/** What the driver asks for at the door. */
export function amountToCollect({ paidAt, total }: PaymentFacts): Pesewas {
  return paidAt === null ? total : 0
}
