import { users } from '#server/features/accounts/tables.ts'
import type { Context } from '#server/platform/context.ts'
import type { Shop } from '#server/shop.ts'
import {
  type DemoAccounts,
  findDemoAccounts,
  makeDemoAccounts,
  mayHaveDemoAccounts,
} from '../demo-accounts.ts'
import { addDemoOrders } from './add-demo-orders.ts'
import { fillEmptyShop } from './fill-empty-shop.ts'

/** Fills an empty shop and says which demo accounts it has, if it may have any. */
export async function fillSampleShop(
  context: Context,
  shop: Shop,
  say: (text: string) => void,
): Promise<DemoAccounts | null> {
  await fillEmptyShop(context, say)
  // Also where an earlier start was cut off after it had filled the shelves.
  const isNew = (await context.db.$count(users)) === 0
  if (!isNew || !mayHaveDemoAccounts(context)) return findDemoAccounts(context)
  const accounts = await makeDemoAccounts(context, shop)
  await addDemoOrders(context, accounts)
  return accounts
}
