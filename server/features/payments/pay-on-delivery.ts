import { Refusal } from '#contract/refusals.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { switchToPayOnDelivery } from '../orders/receive-money.ts'
import { checkPayment } from './check-payment.ts'
import { getPayment, listAttempts, lockPayment } from './lock-payment.ts'
import { refuseUnlessPayable } from './open-attempt.ts'
import type { PaymentsContext } from './payments-context.ts'
import { maySwitch } from './show-payment.ts'
import { isOpen } from './stages.ts'

/**
 * The customer pays at the door instead, even while a prompt is on the phone: whoever approves it after all has paid, and the
 * driver then collects nothing. What is approved after the door was paid at goes back.
 */
export async function payOnDelivery(
  context: PaymentsContext,
  reference: string,
): Promise<{ id: number; trackingCode: string }> {
  const { orderId } = await getPayment(context.db, reference)
  // A prompt that was approved a moment ago has paid the order.
  for (const { reference: each, stage } of await listAttempts(context.db, orderId)) {
    if (isOpen(stage)) await checkPayment(context, each)
  }
  return await inTransaction(context.db, async (db) => {
    const { order, attempts } = await lockPayment(db, reference)
    const { id, trackingCode, paymentMethod } = order
    refuseUnlessPayable(order, context.clock())
    if (paymentMethod === 'whatsapp') return { id, trackingCode }
    if (!maySwitch(order, attempts)) throw new Refusal('payment_running')
    await switchToPayOnDelivery(db, id)
    return { id, trackingCode }
  })
}
