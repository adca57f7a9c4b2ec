import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { type StartFacts, startList } from '#rules/first-day.ts'
import { sampleProducts } from '#rules/sample-products.ts'
import { defaultChatNumber, shopName, unnamedShop } from '#rules/shop-facts.ts'
import { normaliseTrackingCode } from '#rules/tracking-code.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
import { samplePosts } from '../../../sample-shop/blog-posts.ts'
import { extraProduct } from '../../../sample-shop/extra-product.ts'
import { sampleOrders } from '../../../sample-shop/orders.ts'
import { sampleTestimonials } from '../../../sample-shop/testimonials.ts'
import { eraseAccounts } from '../accounts/data-export-and-erasure.ts'
import { endOwnerLinks, inviteOwner } from '../accounts/owner-links.ts'
import { users } from '../accounts/tables.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { erasePosts } from '../blog/posts.ts'
import { blogPosts } from '../blog/tables.ts'
import { setSamplePictures } from '../catalogue/save-category.ts'
import { products } from '../catalogue/tables.ts'
import { eraseProducts } from '../catalogue/write-product.ts'
import { eraseDeliveries } from '../delivery/data-export-and-erasure.ts'
import { beginShop, endSamples, markSamples, readOpening, type SampleKind } from '../opening/opening.ts'
import { eraseOrders } from '../orders/data-export-and-erasure.ts'
import { orders } from '../orders/tables.ts'
import { countReadTexts } from '../pages/read-pages.ts'
import { erasePayments } from '../payments/data-export-and-erasure.ts'
import { eraseReturns } from '../returns/data-export-and-erasure.ts'
import { eraseReviews } from '../reviews/reviews.ts'
import { readKnownSettings } from '../settings/settings.ts'
import { testimonials } from '../testimonials/tables.ts'
import { eraseTestimonials } from '../testimonials/testimonials.ts'
import { pauseWebhooksOf } from '../webhooks/webhooks.ts'

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

/** What was deleted from the list before is still there for old orders: it goes with the rest and is not counted. */
type Samples = { going: string[]; counted: number; kept: number }

/** What would go, before anything does. */
export async function countSamples({ db }: Context) {
  return count(await findSamples(db))
}

/**
 * Takes out what the sample shop made, and nothing else. What the owner has made out of a sample stays: a product or a post that
 * was changed, and an order for which real money came or one of the own drivers collected cash. A product that such an order or
 * one of the owner's orders names leaves the shelf like any other that is deleted; its name stays in the order.
 */
export async function removeSamples(context: Context, viewer: Viewer) {
  const shown = ['catalogue', 'categories', 'blog', 'testimonials', 'orders', 'settings'] as const
  return await invalidating(context, shown, async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(hashtext('sample shop'))`)
    const samples = await findSamples(db)
    if (samples.account.going.includes(viewer.id)) throw new Refusal('own_account_first')
    const at = context.clock()
    const orderIds = samples.order.going.map(Number)
    await erasePayments(db, orderIds)
    await eraseDeliveries(context, db, orderIds, samples.account.going)
    await eraseReviews(db, orderIds)
    await eraseReturns(context, db, orderIds)
    await eraseOrders(db, orderIds)
    await eraseProducts(db, samples.product.going.map(Number), at)
    await setSamplePictures(db, false)
    await erasePosts(db, samples.post.going.map(Number))
    await eraseTestimonials(db, samples.testimonial.going.map(Number))
    await eraseDemoAccounts(context, db, samples.account.going)
    await endSamples({ ...context, db })
    const before = count(samples)
    const action = 'removed the samples'
    await recordChange(db, { at, actorId: viewer.id, thing: 'settings', thingId: 'samples', action, before })
    return before
  })
}

/**
 * With their keys, and with the links that make an owner: nobody knows any more who has one. Webhooks that they added wait until
 * somebody turns them on again; says which addresses those call.
 */
export async function eraseDemoAccounts(
  context: Context,
  db: Database,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const paused = await pauseWebhooksOf(context, db, ids)
  await eraseAccounts(context, db, ids)
  await endOwnerLinks(db)
  return paused
}

/** Somebody who tries out the sample shop makes an account of their own, with which the shop goes on. */
export async function inviteFromDemo(context: Context, viewer: Viewer): Promise<string> {
  const { account } = await findSamples(context.db)
  if (!account.going.includes(viewer.id)) throw new Refusal('not_allowed')
  return await inviteOwner(context)
}

type FoundSamples = Record<SampleKind, Samples>

async function findSamples(db: Database): Promise<FoundSamples> {
  return {
    product: await find(db, 'product', sql`products`, wasChanged('product'), sql`t.removed_at is null`),
    post: await find(db, 'post', sql`blog_posts`, wasChanged('post')),
    testimonial: await find(db, 'testimonial', sql`testimonials`, sql`false`),
    order: await find(db, 'order', sql`orders`, hasMoved),
    account: await find(db, 'account', sql`users`, sql`false`),
  }
}

async function find(
  db: Database,
  kind: SampleKind,
  table: SQL,
  isKept: SQL,
  isListed: SQL = sql`true`,
): Promise<Samples> {
  const { rows } = await db.execute<{ id: string; kept: boolean; listed: boolean }>(sql`
    select t.id::text as id, ${isKept} as kept, ${isListed} as listed from ${table} t
    join sample_rows s on s.kind = ${kind} and s.row_id = t.id::text order by t.id`)
  const going = rows.filter(({ kept, listed }) => !kept || !listed)
  return {
    going: going.map(({ id }) => id),
    counted: going.filter(({ listed }) => listed).length,
    kept: rows.length - going.length,
  }
}

/** How many there are and where they stand changes with every sale; the rest is somebody's work. */
function wasChanged(thing: 'product' | 'post'): SQL {
  return sql`exists (select from audit_entries a where a.thing = ${thing} and a.thing_id = t.id::text
    and a.after - array['stock_quantity', 'featured', 'best_seller', 'hidden'] <> '{}')`
}

const hasMoved = sql`(
  exists (select from payments p where p.order_id = t.id and not p.is_test)
  or exists (select from cash_entries c where c.order_id = t.id and c.driver_id is not null
    and not exists (select from sample_rows d where d.kind = 'account' and d.row_id = c.driver_id::text))
  or exists (select from order_money m where m.order_id = t.id and m.source <> 'gateway' and m.actor_id is not null
    and not exists (select from sample_rows d where d.kind = 'account' and d.row_id = m.actor_id::text)))`

function count({ product, post, testimonial, order, account }: FoundSamples) {
  return {
    products: product.counted,
    posts: post.counted,
    testimonials: testimonial.counted,
    orders: order.counted,
    accounts: account.counted,
    keptProducts: product.kept,
    keptPosts: post.kept,
    keptOrders: order.kept,
  }
}

export const demoEmails = ['admin', 'driver', 'customer'].map((name) => `${name}@demo.example`)

/**
 * For a shop that was filled before anybody wrote down what the samples are: they are known by their words. What the owner has
 * reworded is the owner's.
 */
export async function recogniseSamples(context: Context): Promise<void> {
  await invalidating(context, ['settings'], async (db) => {
    const found = await findByWords(db)
    for (const { kind, ids } of found) await markSamples(db, kind, ids)
    const isSampleShop = found.some(({ kind, ids }) => kind === 'product' && ids.length > 0)
    const hasSamples = isSampleShop || context.config.sampleShop === 'full'
    await beginShop(context, db, { isOpen: true, hasSamples })
  })
}

async function findByWords(db: Database) {
  const sameProduct = [...sampleProducts, extraProduct].map(({ name, description }) =>
    and(eq(products.name, name), eq(products.description, description)),
  )
  const samePost = samplePosts.map(({ slug, title }) =>
    and(eq(blogPosts.slug, slug), eq(blogPosts.title, title)),
  )
  const samePraise = sampleTestimonials.map(({ name, quote }) =>
    and(eq(testimonials.name, name), eq(testimonials.quote, quote)),
  )
  const codes = sampleOrders.map(({ tracking_code }) => normaliseTrackingCode(tracking_code))
  const ids = (rows: { id: string | number }[]) => rows.map(({ id }) => id)
  return [
    {
      kind: 'product' as const,
      ids: ids(
        await db
          .select({ id: products.id })
          .from(products)
          .where(or(...sameProduct)),
      ),
    },
    {
      kind: 'post' as const,
      ids: ids(
        await db
          .select({ id: blogPosts.id })
          .from(blogPosts)
          .where(or(...samePost)),
      ),
    },
    {
      kind: 'testimonial' as const,
      ids: ids(
        await db
          .select({ id: testimonials.id })
          .from(testimonials)
          .where(or(...samePraise)),
      ),
    },
    {
      kind: 'order' as const,
      ids: ids(await db.select({ id: orders.id }).from(orders).where(inArray(orders.trackingCode, codes))),
    },
    {
      kind: 'account' as const,
      ids: ids(await db.select({ id: users.id }).from(users).where(inArray(users.email, demoEmails))),
    },
  ]
}
