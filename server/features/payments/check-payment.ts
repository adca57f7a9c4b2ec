import { and, eq, isNull, lte, notInArray, or } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import type { Tools } from '#server/platform/tools.ts'
import { orders } from '../orders/tables.ts'
import type { OrderRow } from '../orders/write-order.ts'
import { checkJob, checkJobData } from './check-job.ts'
import type { GatewayWord } from './gateways/gateway.ts'
import { factsOf, isUnsent, type Room, toWord } from './room.ts'
import { betweenQuestions, later } from './schedule.ts'
import { settle } from './settle-payment.ts'
import { settledStages } from './stages.ts'
import { type PaymentRow, payments } from './tables.ts'

const sentAgainForSeconds = 2 * 60

/** The clocks of the database and of this machine may differ a little. */
const tooEarlySeconds = 2

/** Must be called before the jobs start. */
export function defineCheckJob(room: Room): void {
  const { tools } = room
  const check = async ({ reference }: { reference: string }) => {
    const [payment] = await tools.db.select().from(payments).where(eq(payments.reference, reference))
    const due = payment?.nextCheckAt
    if (due && due <= later(tools.clock(), tooEarlySeconds)) await checkPayment(room, reference)
  }
  tools.jobs.define(checkJob, checkJobData, check, { retries: 2, timeLimitSeconds: 45, atOnce: 2 })
}

/**
 * Asks the gateway and believes what it says; at most once in five seconds, whoever wants to know. False: too many questions wait
 * for their turn, so this one was not asked; the sweep finds it again.
 */
export async function checkPayment(room: Room, reference: string): Promise<boolean> {
  const { tools } = room
  const payment = await claim(tools, reference)
  if (payment === null) return true
  const order = await getOrder(tools.db, payment.orderId)
  const word = await ask(room, payment, order)
  if (word.is === 'not_asked') {
    await tools.db.update(payments).set({ askedAt: null }).where(eq(payments.reference, reference))
    return false
  }
  await settle(tools, reference, word)
  return true
}

/** A payment of a gateway that the shop no longer has stays unanswered until it is back. */
async function ask({ tools, gateway }: Room, payment: PaymentRow, order: OrderRow): Promise<GatewayWord> {
  if (gateway?.name !== payment.gateway) return { is: 'no_answer' }
  const facts = factsOf(payment, order)
  const word = await gateway.ask(facts)
  const isYoung = tools.clock() < later(payment.createdAt, sentAgainForSeconds)
  const mayResend = gateway.ringsPhones && isUnsent(payment) && isYoung
  if (word.is !== 'not_found' || !mayResend) return word
  // It never arrived, and the customer still waits: sent again under the same reference, it cannot count twice.
  return toWord(await gateway.start(facts))
}

async function claim({ db, clock }: Tools, reference: string): Promise<PaymentRow | null> {
  const now = clock()
  const isLongAgo = or(isNull(payments.askedAt), lte(payments.askedAt, later(now, -betweenQuestions)))
  const isUnsettled = notInArray(payments.stage, [...settledStages])
  const [claimed] = await db
    .update(payments)
    .set({ askedAt: now })
    .where(and(eq(payments.reference, reference), isLongAgo, isUnsettled))
    .returning()
  return claimed ?? null
}

async function getOrder(db: Database, id: number): Promise<OrderRow> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  if (order === undefined) throw new Error(`There is a payment for the unknown order ${id}`)
  return order
}
