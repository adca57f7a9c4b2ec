import { eq } from 'drizzle-orm'
import { isRefusal } from '../../../contract/refusals.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { planCheck } from './check-job.ts'
import type { CallFromOutside } from './gateways/gateway.ts'
import { getPayment } from './hold-payment.ts'
import type { Room } from './room.ts'
import { betweenQuestions, later } from './schedule.ts'
import { isSettled } from './stages.ts'
import { payments } from './tables.ts'

/**
 * A call from outside is never believed, it only makes us ask. Says whether it came from the gateway at all; whether we know the
 * payment is nobody's business.
 */
export async function hearCallback({ tools, gateway }: Room, call: CallFromOutside): Promise<boolean> {
  const reference = gateway?.readCallback(call) ?? null
  if (reference === null) return false
  try {
    await inTransaction(tools.db, async (db) => {
      const { stage, askedAt } = await getPayment(db, reference)
      if (isSettled(stage)) return
      const now = tools.clock()
      const earliest = askedAt && later(askedAt, betweenQuestions)
      const nextCheckAt = earliest && earliest > now ? earliest : now
      await db.update(payments).set({ wokenAt: now, nextCheckAt }).where(eq(payments.reference, reference))
      await planCheck(tools, db, { reference, nextCheckAt })
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
    tools.log.warn({ gateway: gateway?.name }, 'The gateway called about a payment that nobody knows')
  }
  return true
}
