import { Refusal } from '#contract/refusals.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { switchToPayOnDelivery } from '../orders/receive-money.ts'
import { checkPayment } from './check-payment.ts'
import { getPayment, holdPayment, listAttempts } from './hold-payment.ts'
import { refuseUnlessPayable } from './open-attempt.ts'
import type { Room } from './room.ts'
import { maySwitch } from './show-payment.ts'
import { isOpen } from './stages.ts'

/**
 * The customer pays at the door instead, even while a prompt is on the phone: whoever approves it after all has paid, and the
 * driver then collects nothing. What is approved after the door was paid at goes back.
 */
export async function payOnDelivery(
  room: Room,
  reference: string,
): Promise<{ id: number; trackingCode: string }> {
  const { tools } = room
  const { orderId } = await getPayment(tools.db, reference)
  // A prompt that was approved a moment ago has paid the order.
  for (const { reference: each, stage } of await listAttempts(tools.db, orderId)) {
    if (isOpen(stage)) await checkPayment(room, each)
  }
  return await inTransaction(tools.db, async (db) => {
    const { order, attempts } = await holdPayment(db, reference)
    const { id, trackingCode, paymentMethod } = order
    refuseUnlessPayable(order, tools.clock())
    if (paymentMethod === 'whatsapp') return { id, trackingCode }
    if (!maySwitch(order, attempts)) throw new Refusal('payment_running')
    await switchToPayOnDelivery(db, id)
    return { id, trackingCode }
  })
}
