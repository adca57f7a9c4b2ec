import { and, eq, inArray, or } from 'drizzle-orm'
import { sampleProducts } from '#rules/sample-products.ts'
import { normaliseTrackingCode } from '#rules/tracking-code.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
import { samplePosts } from '../../../sample-shop/blog-posts.ts'
import { extraProduct } from '../../../sample-shop/extra-product.ts'
import { sampleOrders } from '../../../sample-shop/orders.ts'
import { sampleTestimonials } from '../../../sample-shop/testimonials.ts'
import { users } from '../accounts/tables.ts'
import { blogPosts } from '../blog/tables.ts'
import { products } from '../catalogue/tables.ts'
import { beginShop, markSamples } from '../opening/opening.ts'
import { orders } from '../orders/tables.ts'
import { testimonials } from '../testimonials/tables.ts'

export const demoEmails = ['admin', 'driver', 'customer'].map((name) => `${name}@demo.example`)

/**
 * For a shop that was filled before anybody wrote down what the samples are: they are known by their words. What the owner has
 * reworded is the owner's.
 */
export async function recogniseSamples(context: Context): Promise<void> {
  await invalidating(context, ['settings'], async (db) => {
    const found = await findSamples(db)
    for (const { kind, ids } of found) await markSamples(db, kind, ids)
    const isSampleShop = found.some(({ kind, ids }) => kind === 'product' && ids.length > 0)
    const hasSamples = isSampleShop || context.config.sampleShop === 'full'
    await beginShop(context, db, { isOpen: true, hasSamples })
  })
}

async function findSamples(db: Database) {
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
