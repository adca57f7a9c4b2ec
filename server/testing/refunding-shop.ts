import { eq } from 'drizzle-orm'
import type { AdminPaymentResponse } from '#contract/payments.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { orders } from '../features/orders/tables.ts'
import { openPayingShop, type PlacedOnline } from './paying-shop.ts'

/** A shop that can pay back through a stand-in for MTN, and an admin who does so. */
export async function openRefundingShop() {
  const shop = await openPayingShop({ canRefund: true })
  const { ask, mtn, look, context } = shop
  const { token, viewer } = await shop.signedInAs('admin')

  async function paid(details: object = {}): Promise<{ placed: PlacedOnline; reference: string }> {
    const placed = await shop.order(details)
    const reference = await shop.started(placed)
    await shop.pass({ seconds: 5 })
    return { placed, reference }
  }

  function refund(reference: string, body: object = {}) {
    const url = `/api/payments/${reference}/refund`
    return ask<AdminPaymentResponse & RefusalResponse>('POST', url, {
      token,
      body: { note: 'Broken jar', ...body },
    })
  }

  async function seen(reference: string): Promise<AdminPaymentResponse> {
    const { order } = await look(reference)
    const url = `/api/payments?order_id=${order.id}`
    const { body } = await ask<{ payments: AdminPaymentResponse[] }>('GET', url, { token })
    const found = body.payments.find(({ referenceId }) => referenceId === reference)
    if (found === undefined) throw new Error('The payment is not in the list')
    return found
  }

  async function orderOf(reference: string) {
    const { order } = await look(reference)
    const [row] = await context.db.select().from(orders).where(eq(orders.id, order.id))
    return { status: row?.status, isPaid: row?.paidAt !== null, state: row?.paymentState }
  }

  function sent(payment: string) {
    return [...mtn.refunds.values()].filter(({ body }) => body.referenceIdToRefund === payment)
  }

  return { ...shop, token, viewer, paid, refund, seen, orderOf, sent }
}
