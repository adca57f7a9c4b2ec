import { sql } from 'drizzle-orm'
import { type StartFacts, startList } from '#rules/first-day.ts'
import { defaultChatNumber, shopName, unnamedShop } from '#rules/shop-facts.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { readOpening } from '../opening/opening.ts'
import { countReadTexts } from '../pages/read-pages.ts'
import { readKnownSettings } from '../settings/settings.ts'

/** The list of the first day, from what the shop has today. */
export async function readSetup(context: Context, viewer: Viewer) {
  const { isOpen, hasSamples, confirmed } = await readOpening(context)
  const { settings, versions } = await readKnownSettings(context.db)
  const texts = await countReadTexts(context.db)
  const { isDemoAccount, ...found } = await readFacts(context.db, viewer.id)
  const facts: StartFacts = {
    hasOwnName: ![shopName, unnamedShop].includes(settings.shopName),
    hasChatNumber: settings.chatNumber !== defaultChatNumber,
    hasSavedFees: versions.has('deliveryFees'),
    hasSavedPayments: versions.has('paymentMethods'),
    canSendMail: context.config.mail.smtpUrl !== undefined,
    hasOwnTexts: texts.read === texts.of,
    confirmed,
    ...found,
  }
  return { isOpen, hasSamples, isDemoAccount, items: startList(facts) }
}

type Found = Pick<StartFacts, 'hasOwnLogo' | 'hasOwnProduct' | 'hasOwnOrder'> & { isDemoAccount: boolean }

async function readFacts(db: Database, viewerId: string): Promise<Found> {
  const { rows } = await db.execute<Found>(sql`select
    exists (select from brand where pictures ? 'logo_light') as "hasOwnLogo",
    exists (select from products p where p.removed_at is null and not p.hidden and not ${isSample('product', sql`p.id::text`)}) as "hasOwnProduct",
    exists (select from orders o where not ${isSample('order', sql`o.id::text`)}) as "hasOwnOrder",
    ${isSample('account', sql`${viewerId}`)} as "isDemoAccount"`)
  return rows[0] ?? { hasOwnLogo: false, hasOwnProduct: false, hasOwnOrder: false, isDemoAccount: false }
}

function isSample(kind: string, id: ReturnType<typeof sql>) {
  return sql`exists (select from sample_rows s where s.kind = ${kind} and s.row_id = ${id})`
}
