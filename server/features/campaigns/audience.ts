import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { type CampaignChannel, type CampaignFields, firstNameOf, mostPeople } from '#rules/campaigns.ts'
import { normaliseCategory } from '#rules/categories.ts'
import { normaliseTextable } from '#rules/phone-number.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { PersonalRecords } from '../accounts/data-export-and-erasure.ts'
import { provenAddressesOf } from '../accounts/viewer.ts'
import { products } from '../catalogue/tables.ts'
import { isReading } from '../messages/newsletter.ts'
import { joinOffers, wantsOffers } from '../messages/offers.ts'
import { newsletterReaders, offerChoices } from '../messages/tables.ts'
import { getTracked, requirePhone } from '../orders/customer-orders.ts'
import { escapeLike, hasNumber } from '../orders/order-search.ts'
import { orderLines, orders } from '../orders/tables.ts'
import { campaignRecipients, campaigns } from './tables.ts'

export type Filter = Pick<CampaignFields, 'channel' | 'days' | 'category' | 'town'>

const isAgreed = and(isNotNull(offerChoices.agreedAt), isNull(offerChoices.leftAt))

/** Who wants offers: a mailbox that asked for the newsletter and has answered, a phone whose owner has agreed. */
function consentOf(channel: CampaignChannel) {
  return channel === 'email'
    ? { table: newsletterReaders, address: newsletterReaders.email, holds: isReading }
    : { table: offerChoices, address: offerChoices.phone, holds: isAgreed }
}

const aDay = 24 * 3_600_000

/** Numbers are stored as they were typed: their last nine digits are the same in every spelling. */
export const numberEnd = (column: SQL | typeof orders.customerPhone | typeof offerChoices.phone) =>
  sql`right(regexp_replace(${column}, '\\D', '', 'g'), 9)`

/** Undefined: nobody asked what they bought. */
function hasBought(db: Database, { channel, days, category, town }: Filter, now: Date): SQL | undefined {
  if (days === null) return undefined
  const place = town.trim().toLowerCase()
  const isOfCategory = db
    .select({ one: sql`1` })
    .from(orderLines)
    .innerJoin(products, eq(products.id, orderLines.productId))
    .where(and(eq(orderLines.orderId, orders.id), eq(products.category, normaliseCategory(category))))
  const key = channel === 'email' ? orders.customerEmail : numberEnd(orders.customerPhone)
  const buyers = db
    .select({ key: sql`${key}` })
    .from(orders)
    .where(
      and(
        gt(orders.createdAt, new Date(now.getTime() - days * aDay)),
        ne(orders.status, 'Cancelled'),
        channel === 'email' ? isNotNull(orders.customerEmail) : undefined,
        // Osu, Accra is a part of Accra.
        place === ''
          ? undefined
          : sql`(lower(btrim(${orders.city})) = ${place} or lower(${orders.city}) like ${`%, ${escapeLike(place)}`})`,
        category === '' ? undefined : sql`exists ${isOfCategory}`,
      ),
    )
  const own = channel === 'email' ? newsletterReaders.email : numberEnd(offerChoices.phone)
  return sql`${own} in ${buyers}`
}

/** The next ones after an address, each once. */
export async function listPeople(
  db: Database,
  filter: Filter,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<string[]> {
  const { table, address, holds } = consentOf(filter.channel)
  const rows = await db
    .select({ address })
    .from(table)
    .where(and(holds, gt(address, after), hasBought(db, filter, now)))
    .orderBy(asc(address))
    .limit(limit)
  return rows.map((row) => row.address)
}

export async function countPeople({ db, clock }: Context, filter: Filter): Promise<number> {
  const { table, address, holds } = consentOf(filter.channel)
  const some = db
    .select({ address })
    .from(table)
    .where(and(holds, hasBought(db, filter, clock())))
    .limit(mostPeople)
    .as('people')
  return await db.$count(some)
}

/** Whether somebody wants offers at this moment, as a condition on the row of a recipient. */
export function stillWants(db: Database, channel: CampaignChannel): SQL {
  const { table, address, holds } = consentOf(channel)
  const choice = db
    .select({ one: sql`1` })
    .from(table)
    .where(and(holds, eq(address, campaignRecipients.address)))
  return sql`exists ${choice}`
}

/** By what somebody ends offers. Null: they have. */
export async function findLeaveSecret(
  db: Database,
  channel: CampaignChannel,
  address: string,
): Promise<string | null> {
  const consent = consentOf(channel)
  const [choice] = await db
    .select({ secret: consent.table.leaveSecret })
    .from(consent.table)
    .where(and(consent.holds, eq(consent.address, address)))
  return choice?.secret ?? null
}

/** As they called themselves in their last order. */
export async function findFirstName(db: Database, channel: CampaignChannel, address: string) {
  const [last] = await db
    .select({ name: orders.customerName })
    .from(orders)
    .where(channel === 'email' ? eq(orders.customerEmail, address) : hasNumber(address))
    .orderBy(desc(orders.createdAt))
    .limit(1)
  return firstNameOf(last?.name ?? '', channel)
}

/**
 * Code and phone number are known to whoever placed the order, for whomever: only what was delivered proves that somebody is
 * there who knows of it. Who has stopped the offers says so by that phone alone.
 */
export async function joinOffersOfOrder(
  context: Context,
  address: string,
  { code, phone }: { code: string; phone: string },
): Promise<void> {
  const order = await getTracked(context, address, code)
  await requirePhone(context, address, order, phone)
  const number = normaliseTextable(phone)
  const text = 'This number takes no messages.'
  if (number === null) throw new Refusal('invalid_input', { text, fields: { phone: text } })
  if (order.status !== 'Delivered') throw new Refusal('conflict', { text: onlyDelivered })
  if ((await wantsOffers(context.db, number)) === false) throw new Refusal('conflict', { text: wereStopped })
  await joinOffers(context, context.db, number, { at: context.clock(), source: 'tracking' })
}

const onlyDelivered = 'You can ask for offers once the order was delivered.'
const wereStopped = 'Offers to this number were stopped. To get them again, write START to us on WhatsApp.'

/** Which offers somebody got. */
export const campaignRecords: PersonalRecords = {
  name: 'campaigns',
  list: async (db, person) =>
    await db
      .select({
        name: campaigns.name,
        channel: campaigns.channel,
        address: campaignRecipients.address,
        state: campaignRecipients.state,
        sentAt: campaignRecipients.sentAt,
      })
      .from(campaignRecipients)
      .innerJoin(campaigns, eq(campaigns.id, campaignRecipients.campaignId))
      .where(inArray(campaignRecipients.address, provenAddressesOf(person))),
  forget: async (db, person) => {
    await db.delete(campaignRecipients).where(inArray(campaignRecipients.address, provenAddressesOf(person)))
  },
}
