import { eq, isNotNull } from 'drizzle-orm'
import type { AdminPaymentResponse, PaymentResponse, StartedPaymentResponse } from '#contract/payments.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { orders } from '../features/orders/tables.ts'
import { payments, refunds } from '../features/payments/tables.ts'
import { openTestClock } from './clock-and-random.ts'
import { type FakeMtn, openFakeMtn } from './fake-mtn.ts'
import { item, place } from './sample-orders.ts'
import { shelve } from './sample-rows.ts'
import { type Answer, openTestShop, type TestShop } from './test-shop.ts'

export type PlacedOnline = { id: number; tracking_code: string; order_total: number; phone: string }

type PayingShop = TestShop & {
  mtn: FakeMtn
  /** The product that everybody orders. */
  jar: number
  /** An online order from a phone of its own. */
  order(details?: object): Promise<PlacedOnline>
  start(order: PlacedOnline, details?: object): Promise<Answer<StartedPaymentResponse & RefusalResponse>>
  /** A payment that must start. */
  started(order: PlacedOnline): Promise<string>
  look(reference: string): Promise<PaymentResponse>
  /** Time passes, MTN calls back, and the shop does what is due. */
  pass(time: { minutes?: number; seconds?: number; hours?: number }): Promise<void>
  /** What earlier tests left undecided is asked about no more; otherwise each test would cost more than the one before. */
  leaveEarlier(): Promise<void>
}

const never = new Date('2100-01-01')

/** A shop that takes money through a fake MTN. */
export async function openPayingShop({ canRefund = false } = {}): Promise<PayingShop> {
  const clock = openTestClock()
  const mtn = await openFakeMtn({
    clock,
    deliver: async (method, url, body) => void (await shop.ask(method, new URL(url).pathname, { body })),
  })
  const settings = canRefund ? { ...mtn.settings, ...mtn.refundSettings } : mtn.settings
  const shop = await openTestShop({ settings, clock })
  const jar = await shelve(shop.context, { stock: 1_000_000 })
  let phones = 1_000_000

  const paying: PayingShop = {
    ...shop,
    mtn,
    jar,
    async order(details = {}) {
      const phone = `024${phones++}`
      const body = { payment_method: 'mtn_momo', customer_phone: phone, ...details }
      return { ...(await place(shop, [item(jar)], body)), phone }
    },
    start: ({ id, order_total: amount, phone }, details = {}) =>
      shop.ask('POST', '/api/payments/mtn_momo', {
        body: { amount, orderId: id, customerPhone: phone, ...details },
      }),
    async started(order) {
      const { status, body } = await paying.start(order)
      if (status !== 200) throw new Error(`The payment was refused: ${JSON.stringify(body)}`)
      return body.referenceId
    },
    look: async (reference) => (await shop.ask<PaymentResponse>('GET', `/api/payments/${reference}`)).body,
    async pass(time) {
      clock.forward(time)
      await mtn.callBack()
      await shop.shop.payments.sweep()
      await shop.context.jobs.runDue()
    },
    async leaveEarlier() {
      const { db } = shop.context
      await db.update(payments).set({ nextCheckAt: never }).where(isNotNull(payments.nextCheckAt))
      await db.update(refunds).set({ nextCheckAt: never }).where(isNotNull(refunds.nextCheckAt))
      await db.update(orders).set({ holdUntil: never }).where(isNotNull(orders.holdUntil))
    },
    async close() {
      await shop.close()
      await mtn.goDown()
    },
  }
  return paying
}

/** A shop that can pay back through a fake MTN, and an admin who does so. */
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
