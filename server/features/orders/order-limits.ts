import { Refusal } from '#contract/refusals.ts'
import { normalisePhone } from '#rules/phone-number.ts'
import type { Context } from '#server/platform/context.ts'
import { atOnce, type Database } from '#server/platform/database/database.ts'
import { openRateLimits } from '#server/platform/rate-limit.ts'

const windowSeconds = 10 * 60

type Source = { address: string; phone: string }

/**
 * A made-up order keeps jars from honest customers. Counted in the transaction that places the order and undone with it:
 * only orders that were really placed count, and a repetition of one does not.
 */
export async function limitOrders(context: Context, db: Database, { address, phone }: Source): Promise<void> {
  const limits = openRateLimits(db, context.clock)
  const { perAddress, perPhone } = context.config.orders
  // Always in this order, so that two orders never wait for each other.
  const taken = await atOnce(
    limits.take('ordersFromAddress', address, { limit: perAddress, windowSeconds }),
    limits.take('ordersWithPhone', normalisePhone(phone) ?? phone, { limit: perPhone, windowSeconds }),
  )
  const passed = taken.find(({ allowed }) => !allowed)
  if (passed) throw tooManyOrders(passed.retryAfterSeconds)
}

function tooManyOrders(retryAfterSeconds: number): Refusal {
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new Refusal('too_many_requests', {
    retryAfterSeconds,
    text: `Many orders have come from here in a short time. Please try again in ${wait}, or write to us on WhatsApp.`,
  })
}
