import { users } from '#server/features/accounts/tables.ts'
import type { Tools } from '#server/platform/tools.ts'
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
  tools: Tools,
  shop: Shop,
  say: (text: string) => void,
): Promise<DemoAccounts | null> {
  await fillEmptyShop(tools, say)
  // Also where an earlier start was cut off after it had filled the shelves.
  const isNew = (await tools.db.$count(users)) === 0
  if (!isNew || !mayHaveDemoAccounts(tools)) return findDemoAccounts(tools)
  const accounts = await makeDemoAccounts(tools, shop)
  await addDemoOrders(tools, accounts)
  return accounts
}
