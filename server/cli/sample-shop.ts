import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { PictureData } from '#contract/codecs.ts'
import { defaultSaleEnd, saleTitle } from '#rules/countdown.ts'
import { sampleProducts } from '#rules/sample-products.ts'
import { unnamedShop } from '#rules/shop-facts.ts'
import { avifWidths, type PictureFormat, pictureKey } from '#rules/web-address.ts'
import { samplePosts } from '../../sample-shop/blog-posts.ts'
import { extraProduct } from '../../sample-shop/extra-product.ts'
import { sampleTestimonials } from '../../sample-shop/testimonials.ts'
import { users } from '../features/accounts/tables.ts'
import { blogPosts } from '../features/blog/tables.ts'
import { setSamplePictures } from '../features/catalogue/save-category.ts'
import { addProduct } from '../features/catalogue/write-product.ts'
import { cleanHtml } from '../features/media/clean-html.ts'
import { savePicture } from '../features/media/pictures.ts'
import { beginShop, hasBegun, markSamples } from '../features/opening/opening.ts'
import { presetSettings } from '../features/settings/settings.ts'
import { recogniseSamples } from '../features/setup/setup.ts'
import { testimonials } from '../features/testimonials/tables.ts'
import { projectFolder } from '../platform/config.ts'
import type { Context } from '../platform/context.ts'
import type { Database } from '../platform/database/database.ts'
import { invalidating } from '../platform/database/invalidation.ts'
import type { Shop } from '../shop.ts'
import {
  addDemoOrders,
  type DemoAccounts,
  findDemoAccounts,
  makeDemoAccounts,
  mayHaveDemoAccounts,
  removeDemoAccounts,
} from './demo-shop.ts'

/** Fills an empty shop and says which demo accounts it has, if it may have any. */
export async function fillSampleShop(
  context: Context,
  shop: Shop,
  say: (text: string) => void,
): Promise<DemoAccounts | null> {
  await fillEmptyShop(context, say)
  await removeStrangersAccounts(context, say)
  // Also where an earlier start was cut off after it had filled the shelves.
  const isNew = (await context.db.$count(users)) === 0
  if (!isNew || !mayHaveDemoAccounts(context)) return findDemoAccounts(context)
  const accounts = await makeDemoAccounts(context, shop)
  await addDemoOrders(context, accounts)
  return accounts
}

/** Their passwords lay in a file. */
async function removeStrangersAccounts(context: Context, say: (text: string) => void): Promise<void> {
  if (mayHaveDemoAccounts(context)) return
  const toLookAt = await removeDemoAccounts(context)
  if (toLookAt === null) return
  say('Removed the demo accounts: this shop can be reached by others.')
  for (const text of toLookAt) say(text)
}

type Pictures = Map<string, PictureData>

/** Gives a new, empty shop its first shelves. All or nothing, so that a start that was cut off can simply be repeated. */
export async function fillEmptyShop(
  context: Context,
  say: (text: string) => void,
): Promise<'filled' | 'was not empty'> {
  if (!(await isEmpty(context.db))) return 'was not empty'
  say('Filling the new shop with its first products, pictures and posts …')
  const pictures = await copySamplePictures(context)
  return invalidating(context, ['catalogue', 'categories', 'blog', 'testimonials'], async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sample shop'))`)
    if (!(await isEmpty(tx))) return 'was not empty'
    for (const picture of pictures.values()) await savePicture(context, tx, picture)
    await beginShop(context, tx, { isOpen: true, hasSamples: true })
    await markSamples(tx, 'product', await addProducts(context, tx, pictures))
    await setSamplePictures(tx, true)
    await markSamples(tx, 'post', await addPosts(context, tx, pictures))
    await markSamples(tx, 'testimonial', await addTestimonials(context, tx))
    return 'filled'
  })
}

async function isEmpty(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from products union all select 1 from users limit 1`)
  return rows.length === 0
}

/** The list's first product is the newest, so it is added last. */
async function addProducts(context: Context, db: Database, pictures: Pictures): Promise<number[]> {
  const ids: number[] = []
  for (const product of [extraProduct, ...sampleProducts.toReversed()]) {
    const id = await addProduct(db, {
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
    ids.push(id)
  }
  return ids
}

async function addPosts(context: Context, db: Database, pictures: Pictures): Promise<number[]> {
  const insert = db.insert(blogPosts).values(
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
  return (await insert.returning({ id: blogPosts.id })).map(({ id }) => id)
}

async function addTestimonials(context: Context, db: Database): Promise<number[]> {
  const oldestFirst = sampleTestimonials.toSorted((one, other) => other.days_ago - one.days_ago)
  const insert = db.insert(testimonials).values(
    oldestFirst.map(({ name, location, quote, rating, days_ago }) => ({
      name,
      location,
      quote,
      rating,
      createdAt: daysBefore(context, days_ago),
    })),
  )
  return (await insert.returning({ id: testimonials.id })).map(({ id }) => id)
}

function daysBefore(context: Context, days: number): Date {
  return new Date(context.clock().getTime() - days * 86_400_000)
}

const samples = new URL('sample-shop/', projectFolder)

const described = z.array(z.object({ file: z.string(), alt: z.string() }))

const ready = z.array(
  z.object({
    file: z.string(),
    width: z.int(),
    height: z.int(),
    colour: z.string(),
    blur: z.string(),
    widths: z.array(z.int()),
  }),
)

/** By their file. They come with the code in all sizes: making them anew would keep a first visitor waiting. */
async function copySamplePictures(context: Context): Promise<Map<string, PictureData>> {
  const words = described.parse(await readJson('pictures/pictures.json'))
  const pictures = new Map<string, PictureData>()
  for (const { file, ...picture } of ready.parse(await readJson('ready-pictures/pictures.json'))) {
    const id = context.random.uuid()
    const alt = words.find((each) => each.file === file)?.alt ?? ''
    await copyFiles(context, id, file, picture.widths)
    pictures.set(file, { id, alt, ...picture, hasAvif: true })
  }
  return pictures
}

async function copyFiles({ files }: Context, id: string, file: string, widths: number[]): Promise<void> {
  const copy = async (width: number, format: PictureFormat) => {
    const from = new URL(`ready-pictures/${file.replace('.jpg', '')}/${width}.${format}`, samples)
    await files.put(pictureKey(id, width, format), await readFile(from), `image/${format}`)
  }
  // Each waits for the disk, so those of one picture wait together.
  await Promise.all([
    ...widths.map((width) => copy(width, 'webp')),
    ...avifWidths(widths).map((width) => copy(width, 'avif')),
  ])
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(path, samples), 'utf8'))
}

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
