import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { normaliseEmail } from '#rules/account-fields.ts'
import type { Database } from '#server/platform/database/database.ts'
import { users } from '../accounts/tables.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { findPage, type ListedOrder, type Page } from './list-orders.ts'
import { orders } from './tables.ts'

/**
 * Orders belong to the account that placed them. What was ordered as a guest with the same e-mail joins them once
 * that e-mail is confirmed: an address typed into a sign-up form proves nothing.
 */
export async function listOwnOrders(
  db: Database,
  viewer: Viewer,
  typedEmail: string,
  page: Page,
): Promise<{ orders: ListedOrder[]; total: number }> {
  const email = normaliseEmail(typedEmail)
  if (email !== viewer.email && !viewer.isAdmin) throw new Refusal('not_allowed')
  const asGuest = and(isNull(orders.userId), eq(orders.customerEmail, email))
  const mayHaveGuestOrders = viewer.isAdmin || viewer.hasConfirmedEmail
  const account = sql`(select ${users.id} from ${users} where ${users.email} = ${email})`
  const inAccount = eq(orders.userId, account)
  return findPage(db, mayHaveGuestOrders ? or(inAccount, asGuest) : inAccount, page)
}
