import { and, eq, exists, gt, inArray, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Refusal } from '#contract/refusals.ts'
import { isBuyable } from '#rules/cart.ts'
import {
  fillNotification,
  type NotificationSetting,
  notificationSettingOf,
} from '#rules/notification-settings.ts'
import { mayStillBeTold, readContact, toldForEachJar } from '#rules/stock-alerts.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { Limit } from '#server/platform/rate-limit.ts'
import { takeOrRefuse } from '#server/platform/rate-limit.ts'
import type { PersonalRecords } from '../accounts/data-export-and-erasure.ts'
import { provenAddressesOf } from '../accounts/viewer.ts'
import { readMailLook } from '../brand/brand.ts'
import { findProduct } from '../catalogue/find-products.ts'
import { stockNow } from '../catalogue/product-rows.ts'
import { products } from '../catalogue/tables.ts'
import { postPhoneMessages } from '../notifications/deliver.ts'
import { type Email, renderEmail } from '../notifications/email.ts'
import { postMails, postSms } from '../notifications/outbox.ts'
import { openPhoneChannels } from '../notifications/phone-channels.ts'
import { smsText } from '../notifications/phone-message.ts'
import { readSettings } from '../settings/settings.ts'
import { stockAlerts, stockRounds } from './tables.ts'

const limits = {
  stockAlertsFromAddress: { limit: 20, windowSeconds: 3_600 },
  /** Anybody can enter anybody's number. */
  stockAlertsFor: { limit: 10, windowSeconds: 24 * 3_600 },
} satisfies Record<string, Limit>

const mostWaitingFor = 30

/** The same answer for whoever waits already: nobody can ask who does. */
export async function askForAlert(
  context: Context,
  address: string,
  productId: number,
  { contact, website }: { contact: string; website?: string | undefined },
): Promise<void> {
  await takeOrRefuse(context.limits, 'stockAlertsFromAddress', address, limits.stockAlertsFromAddress)
  const product = await findProduct(context, productId)
  if (product === null) throw new Refusal('product_not_found')
  if (isBuyable(product.stock)) throw new Refusal('back_in_stock')
  const asker = readContact(contact)
  if (asker === null || website) return
  await takeOrRefuse(context.limits, 'stockAlertsFor', asker.recipient, limits.stockAlertsFor)
  await inTransaction(context.db, async (db) => {
    const waiting = await db.$count(stockAlerts, eq(stockAlerts.recipient, asker.recipient))
    if (waiting >= mostWaitingFor) throw new Refusal('too_many_requests', { retryAfterSeconds: 24 * 3_600 })
    // Sold out at this moment, so a new round begins, also where nobody has looked between two deliveries.
    await db
      .insert(stockRounds)
      .values({ productId })
      .onConflictDoUpdate({ target: stockRounds.productId, set: { told: 0 } })
    await db
      .insert(stockAlerts)
      .values({ ...asker, productId, askedAt: context.clock() })
      .onConflictDoNothing()
  })
}

const tellJob = 'tell-back-in-stock'
const forgetJob = 'forget-stock-alerts'

/** Must be called before the jobs start. */
export function defineStockAlertJobs(context: Context): void {
  const { jobs } = context
  jobs.define(tellJob, z.object({}), () => tellWhoWaits(context))
  // However jars come back on the shelf, by a delivery, a correction or a cancelled order, they are seen within a minute.
  jobs.schedule(tellJob, '* * * * *')
  jobs.define(forgetJob, z.object({}), () => forgetOld(context))
  jobs.schedule(forgetJob, '17 3 * * *')
}

const productsAtOnce = 100
const peopleAtOnce = 200

export async function tellWhoWaits(context: Context): Promise<void> {
  const { db } = context
  await startOver(db)
  const row = notificationSettingOf((await readSettings(db)).news, 'back_in_stock')
  const isWaiting = and(eq(stockAlerts.productId, stockRounds.productId), mayBeTold(row))
  const isWaitedFor = exists(db.select({ one: sql`1` }).from(stockAlerts).where(isWaiting))
  const back = await db
    .select({ id: products.id })
    .from(stockRounds)
    .innerJoin(products, eq(products.id, stockRounds.productId))
    .where(and(isInShop, gt(sql`${stockNow} * ${toldForEachJar}`, stockRounds.told), isWaitedFor))
    .orderBy(products.id)
    .limit(productsAtOnce)
  for (const { id } of back) await inTransaction(db, (tx) => tellAbout(context, tx, id, row))
}

/** Whoever asked for a way that the owner has switched off keeps waiting, until it is on again or the wish is forgotten. */
function mayBeTold({ email, sms, whatsapp }: NotificationSetting) {
  const kinds = [...(email ? ['email' as const] : []), ...(sms || whatsapp ? ['phone' as const] : [])]
  return inArray(stockAlerts.kind, kinds)
}

const isInShop = sql`${stockNow} > 0 and ${products.removedAt} is null and not ${products.isHidden}`

/** What is sold out begins a new round when it is back. */
async function startOver(db: Database): Promise<void> {
  const isSoldOut = db.select({ id: products.id }).from(products).where(eq(stockNow, 0))
  await db
    .update(stockRounds)
    .set({ told: 0 })
    .where(and(gt(stockRounds.told, 0), inArray(stockRounds.productId, isSoldOut)))
}

/** In the order in which they asked. Row, count and message are one transaction: everybody is told once. */
async function tellAbout(
  context: Context,
  db: Database,
  productId: number,
  row: NotificationSetting,
): Promise<void> {
  const [round] = await db
    .select()
    .from(stockRounds)
    .where(eq(stockRounds.productId, productId))
    .for('update')
  const [product] = await db
    .select({ id: products.id, name: products.name, stock: stockNow })
    .from(products)
    .where(and(eq(products.id, productId), isInShop))
  if (round === undefined || product === undefined) return
  const next = db
    .select({ id: stockAlerts.id })
    .from(stockAlerts)
    .where(and(eq(stockAlerts.productId, productId), mayBeTold(row)))
    .orderBy(stockAlerts.id)
    .limit(Math.min(mayStillBeTold({ stock: product.stock, told: round.told }), peopleAtOnce))
  const told = await db.delete(stockAlerts).where(inArray(stockAlerts.id, next)).returning()
  if (told.length === 0) return
  await db
    .update(stockRounds)
    .set({ told: round.told + told.length })
    .where(eq(stockRounds.productId, productId))
  await postAlerts(
    context,
    db,
    product,
    told.toSorted((one, other) => one.id - other.id),
    row,
  )
}

type Told = Pick<typeof stockAlerts.$inferSelect, 'kind' | 'recipient'>

async function postAlerts(
  context: Context,
  db: Database,
  { id, name }: { id: number; name: string },
  told: readonly Told[],
  row: NotificationSetting,
): Promise<void> {
  const { publicUrl } = context.config
  const look = await readMailLook(db, publicUrl)
  const url = `${publicUrl}/product/${id}`
  const email = renderEmail(backEmail(name, look.shopName, url, row.mail), look)
  const words = fillNotification(row.text, { product: name })
  const reached = (wanted: Told['kind']) => told.filter(({ kind }) => kind === wanted)
  const mails = reached('email').map(({ recipient }) => ({ to: recipient, ...email, isLimited: true }))
  await postMails(context, db, mails)
  const phones = reached('phone').map(({ recipient }) => recipient)
  if (openPhoneChannels(context.config).length === 0) {
    const text = smsText({ shopName: look.shopName, words, link: url })
    await postSms(
      context,
      db,
      phones.map((to) => ({ to, text })),
    )
    return
  }
  const ways = (['whatsapp', 'sms'] as const).filter((way) => row[way])
  await postPhoneMessages(
    context,
    db,
    phones.map((to) => ({ to, words, link: url, ways })),
  )
}

function backEmail(name: string, shopName: string, url: string, own: string): Email {
  const said = own.split(/\n+/).flatMap((words) => fillNotification(words, { product: name }) || [])
  return {
    subject: `${name} is back`,
    paragraphs: [
      ...(said.length > 0
        ? said
        : [`Somebody, probably you, asked to be told: ${name} is back at ${shopName}.`]),
      'Nothing is put aside, and others were told too.',
    ],
    button: { label: 'See it in the shop', url },
    afterwards: ['This is the only message about it. We have forgotten that you asked.'],
  }
}

const rememberedDays = 90

async function forgetOld({ db, clock }: Context): Promise<void> {
  const longAgo = new Date(clock().getTime() - rememberedDays * 24 * 3_600_000)
  await db.delete(stockAlerts).where(lt(stockAlerts.askedAt, longAgo))
}

/** People are known by what they typed, so only a proven e-mail or number counts. */
export const stockAlertRecords: PersonalRecords = {
  name: 'stockAlerts',
  list: async (db, person) => {
    const { productId, recipient, askedAt } = stockAlerts
    return await db
      .select({ productId, recipient, askedAt })
      .from(stockAlerts)
      .where(inArray(recipient, provenAddressesOf(person)))
  },
  forget: async (db, person) => {
    await db.delete(stockAlerts).where(inArray(stockAlerts.recipient, provenAddressesOf(person)))
  },
}
