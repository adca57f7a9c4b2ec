import { Refusal } from '../../../contract/refusals.ts'
import { inTransaction } from '../../platform/database/database.ts'
import type { Tools } from '../../platform/tools.ts'
import { switchToPayOnDelivery } from '../orders/receive-money.ts'
import { holdPayment } from './hold-payment.ts'
import { refuseUnlessPayable } from './open-attempt.ts'
import { maySwitch } from './show-payment.ts'

/** The customer pays at the door instead. Money that comes after all is still noticed: the driver then collects nothing. */
export async function payOnDelivery(
  tools: Tools,
  reference: string,
): Promise<{ id: number; trackingCode: string }> {
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
