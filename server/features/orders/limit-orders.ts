import { Refusal } from '#contract/refusals.ts'
import { normalisePhone } from '#rules/phone-number.ts'
import type { Context } from '#server/platform/context.ts'
import { atOnce, type Database } from '#server/platform/database/database.ts'
import { openRateLimits } from '#server/platform/rate-limit.ts'
import type { Viewer } from '../accounts/viewer.ts'

/** What the staff has taken by phone or chat is not limited. */
type Buyer = { viewer: Viewer | null; address: string; manual?: object }

const windowSeconds = 10 * 60

/**
 * A made-up order keeps jars from honest customers. Counted in the transaction that places the order and undone with it:
 * only orders that were really placed count, and a repetition of one does not. Says whether there were many already.
 */
export async function limitOrders(
  context: Context,
  db: Database,
  { viewer, address, manual }: Buyer,
  phone: string,
): Promise<boolean> {
  if (manual) return false
  const limits = openRateLimits(db, context.clock)
  const { perAddress, perPhone } = context.config.orders
  const number = normalisePhone(phone) ?? phone
  // Whoever has proven that the number is theirs does not wait because others order in their name.
  const orderer = viewer?.phone === number ? `account ${viewer.id}` : number
  // Always in this order, so that two orders never wait for each other.
  const taken = await atOnce(
    limits.take('ordersFromAddress', address, { limit: perAddress, windowSeconds }),
    limits.take('ordersWithPhone', orderer, { limit: perPhone, windowSeconds }),
  )
  const passed = taken.find(({ allowed }) => !allowed)
  if (passed) throw tooManyOrders(passed.retryAfterSeconds)
  const [fromAddress, withPhone] = taken
  return fromAddress.remaining * 2 < perAddress || withPhone.remaining * 2 < perPhone
}

function tooManyOrders(retryAfterSeconds: number): Refusal {
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new Refusal('too_many_requests', {
    retryAfterSeconds,
    text: `Many orders have come from here in a short time. Please try again in ${wait}, or write to us on WhatsApp.`,
  })
}
