import { isNotNull } from 'drizzle-orm'
import { normalisePhone } from '#rules/phone-number.ts'
import { orders } from '#server/features/orders/tables.ts'
import { payments } from '#server/features/payments/tables.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'

/** The test payments with which the paid demo orders were paid. */
export async function addDemoPayments({ random }: Context, db: Database): Promise<void> {
  for (const { id, total, customerPhone, createdAt } of await db
    .select()
    .from(orders)
    .where(isNotNull(orders.paidAt))) {
    await db.insert(payments).values({
      reference: random.uuid(),
      orderId: id,
      attempt: 1,
      gateway: 'test',
      isTest: true,
      amount: total,
      currency: 'GHS',
      reportedAmount: total,
      reportedCurrency: 'GHS',
      phone: normalisePhone(customerPhone) ?? '',
      stage: 'succeeded',
      paysOrder: true,
      testAnswer: 'approve',
      createdAt,
      stageAt: createdAt,
    })
  }
}
