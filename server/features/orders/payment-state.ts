import { isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { orders } from './tables.ts'

/** Paid, or to be paid on delivery: what can be packed. An online order that nobody has paid for is no driver's business yet. */
export const isPaidOrOnDelivery: SQL = sql`(${or(isNotNull(orders.paidAt), ne(orders.paymentMethod, 'mtn_momo'))})`
