import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import type { PictureData } from '#contract/codecs.ts'
import type { SetPart } from '#rules/sets.ts'
import { blogPosts } from '../features/blog/tables.ts'
import { writeParts } from '../features/catalogue/sets.ts'
import { products } from '../features/catalogue/tables.ts'
import { addProduct, type NewProduct } from '../features/catalogue/write-product.ts'
import { preparePicture, savePicture } from '../features/media/pictures.ts'
import type { Context } from '../platform/context.ts'
import { inTransaction } from '../platform/database/database.ts'
import { invalidating } from '../platform/database/invalidation.ts'

/** Puts a product on the shelf, as the back office does; what a test does not name is ordinary. */
export function shelve(context: Context, product: Partial<NewProduct> = {}): Promise<number> {
  return invalidating(context, ['catalogue', 'categories'], (tx) =>
    addProduct(tx, {
      name: 'Shea Butter Cream',
      description: 'Rich and plain.',
      brands: 'Adom',
      category: 'moisturizer',
      price: 12_000,
      stock: 10,
      howToUse: 'Warm it between your hands.',
      benefits: ['Soft skin'],
      ingredients: ['Shea butter'],
      isFeatured: false,
      isBestSeller: false,
      pictureIds: [],
      createdAt: context.clock(),
      ...product,
    }),
  )
}

/** A product that is made of others. */
export async function shelveSet(
  context: Context,
  product: Partial<NewProduct>,
  parts: readonly SetPart[],
): Promise<number> {
  const id = await shelve(context, { ...product, stock: 0 })
  await invalidating(context, ['catalogue'], (tx) => writeParts(tx, { id, stock: 0, isSet: false }, parts))
  return id
}

export async function renameProduct(context: Context, id: number, name: string): Promise<void> {
  await invalidating(context, ['catalogue'], (tx) =>
    tx.update(products).set({ name }).where(eq(products.id, id)),
  )
}

type NewPost = Partial<typeof blogPosts.$inferInsert> & { slug: string }

/** Writes a post; without more words it is published and says its slug. */
export async function writePost(context: Context, post: NewPost): Promise<number> {
  const now = context.clock()
  const ordinary = { title: post.slug, excerpt: post.slug, content: `<p>${post.slug}</p>` }
  const [written] = await invalidating(context, ['blog'], (tx) =>
    tx
      .insert(blogPosts)
      .values({ ...ordinary, createdAt: now, updatedAt: now, ...post })
      .returning({ id: blogPosts.id }),
  )
  if (written === undefined) throw new Error('The post was not written')
  return written.id
}

export async function addSamplePicture(context: Context): Promise<PictureData> {
  const blank = sharp({ create: { width: 200, height: 200, channels: 3, background: '#c96' } })
  const picture = await preparePicture(context, await blank.png().toBuffer(), 'A jar')
  await inTransaction(context.db, (tx) => savePicture(context, tx, picture))
  return picture
}
