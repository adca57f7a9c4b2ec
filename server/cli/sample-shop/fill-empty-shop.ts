import { sql } from 'drizzle-orm'
import type { PictureData } from '#contract/fields.ts'
import { sampleProducts } from '#rules/sample-products.ts'
import { cleanHtml } from '#server/features/blog/clean-html.ts'
import { blogPosts } from '#server/features/blog/tables.ts'
import { addProduct } from '#server/features/catalogue/write-product.ts'
import { savePicture } from '#server/features/media/pictures.ts'
import { testimonials } from '#server/features/testimonials/tables.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
import { samplePosts } from '../../../sample-shop/blog-posts.ts'
import { extraProduct } from '../../../sample-shop/extra-product.ts'
import { sampleTestimonials } from '../../../sample-shop/testimonials.ts'
import { copySamplePictures } from './copy-pictures.ts'

type Pictures = Map<string, PictureData>

/** Gives a new, empty shop its first shelves. All or nothing, so that a start that was cut off can simply be repeated. */
export async function fillEmptyShop(
  context: Context,
  say: (text: string) => void,
): Promise<'filled' | 'was not empty'> {
  if (!(await isEmpty(context.db))) return 'was not empty'
  say('Filling the new shop with its first products, pictures and posts …')
  const pictures = await copySamplePictures(context)
  return invalidating(context, ['catalogue', 'blog', 'testimonials'], async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sample shop'))`)
    if (!(await isEmpty(tx))) return 'was not empty'
    for (const picture of pictures.values()) await savePicture(context, tx, picture)
    await addProducts(context, tx, pictures)
    await addPosts(context, tx, pictures)
    await addTestimonials(context, tx)
    return 'filled'
  })
}

async function isEmpty(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from products union all select 1 from users limit 1`)
  return rows.length === 0
}

/** The list's first product is the newest, so it is added last. */
async function addProducts(context: Context, db: Database, pictures: Pictures): Promise<void> {
  for (const product of [extraProduct, ...sampleProducts.toReversed()]) {
    await addProduct(db, {
      name: product.name,
      description: product.description,
      brands: product.brands,
      category: product.category,
      price: product.price,
      stock: product.stock_quantity,
      howToUse: product.how_to_use,
      benefits: product.benefits,
      ingredients: product.ingredients,
      isFeatured: product.featured,
      isBestSeller: product.best_seller,
      pictureIds: product.pictures.flatMap((name) => pictures.get(`products/${name}.jpg`)?.id ?? []),
      createdAt: context.clock(),
    })
  }
}

async function addPosts(context: Context, db: Database, pictures: Pictures): Promise<void> {
  await db.insert(blogPosts).values(
    samplePosts.map((post) => ({
      slug: post.slug,
      title: post.title,
      excerpt: post.excerpt,
      content: cleanHtml(post.content),
      pictureId: pictures.get(`blog/${post.image}.jpg`)?.id ?? null,
      isPublished: post.published,
      createdAt: daysBefore(context, post.days_ago),
      updatedAt: daysBefore(context, post.days_ago),
    })),
  )
}

async function addTestimonials(context: Context, db: Database): Promise<void> {
  const oldestFirst = sampleTestimonials.toSorted((one, other) => other.days_ago - one.days_ago)
  await db.insert(testimonials).values(
    oldestFirst.map(({ name, location, quote, rating, days_ago }) => ({
      name,
      location,
      quote,
      rating,
      createdAt: daysBefore(context, days_ago),
    })),
  )
}

function daysBefore(context: Context, days: number): Date {
  return new Date(context.clock().getTime() - days * 86_400_000)
}
