import { sql } from 'drizzle-orm'
import { defaultSaleEnd, saleTitle } from '#rules/countdown.ts'
import { unnamedShop } from '#rules/shop-facts.ts'
import { beginShop, hasBegun } from '../features/opening/opening.ts'
import { presetSettings } from '../features/settings/settings.ts'
import { recogniseSamples } from '../features/setup/recognise-samples.ts'
import type { Context } from '../platform/context.ts'
import { invalidating } from '../platform/database/invalidation.ts'
import type { Shop } from '../shop.ts'
import type { DemoAccounts } from './demo-shop.ts'
import { fillSampleShop, isEmpty, removeStrangersAccounts } from './sample-shop.ts'

/**
 * A new shop gets the sample shop, or begins empty and closed. As long as nobody runs it, each start prints a link with which
 * the owner makes the first account.
 */
export async function prepareShop(
  context: Context,
  shop: Shop,
  say: (text: string) => void,
): Promise<{ demoAccounts: DemoAccounts | null; ownerLink: string | null }> {
  if (!(await hasBegun(context)) && !(await isEmpty(context.db))) await recogniseSamples(context)
  const demoAccounts =
    context.config.sampleShop === 'full'
      ? await fillSampleShop(context, shop, say)
      : await beginEmpty(context, say)
  await shop.alerts.preparePush()
  // From now on it is known what an unreadable shelf may show.
  await shop.opening.showsSamples()
  const ownerLink = (await shop.accounts.hasAdmin()) ? null : await shop.accounts.inviteOwner()
  return { demoAccounts, ownerLink }
}

async function beginEmpty(context: Context, say: (text: string) => void): Promise<null> {
  await invalidating(context, ['settings'], async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(hashtext('sample shop'))`)
    if (!(await isEmpty(db))) return
    await beginShop(context, db, { isOpen: false, hasSamples: false })
    const saleBanner = { isOn: false, title: saleTitle, endsAt: defaultSaleEnd }
    await presetSettings(context, db, { shopName: unnamedShop, saleBanner })
  })
  await removeStrangersAccounts(context, say)
  return null
}
