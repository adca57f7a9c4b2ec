import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { pictureAddress } from '#rules/web-address.ts'
import { item, place } from '#server/testing/sample-orders.ts'
import { addSamplePicture, shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { blogPosts } from '../blog/tables.ts'
import { productPictures } from '../catalogue/tables.ts'
import { pictures } from '../media/tables.ts'
import { shopSettings } from '../settings/tables.ts'

const shop = await openTestShop()
const { context, clock } = shop
afterAll(shop.close)

async function tidyUp(): Promise<void> {
  await context.jobs.send(context.db, 'remove-unused-pictures', {})
  await context.jobs.runDue()
}

async function newPictures<Name extends string>(...names: Name[]) {
  const made = await Promise.all(
    names.map(async (name) => [name, (await addSamplePicture(context)).id] as const),
  )
  return Object.fromEntries(made) as Record<Name, string>
}

test('a picture that nothing shows goes with its files after a week, and none that is used anywhere', async () => {
  const made = await newPictures('onProduct', 'sold', 'abovePost', 'inText', 'inSetting', 'unused')
  const now = clock()
  await shelve(context, { pictureIds: [made.onProduct] })
  const jar = await shelve(context, { pictureIds: [made.sold], stock: 5 })
  await place(shop, [item(jar)])
  await context.db.delete(productPictures).where(eq(productPictures.pictureId, made.sold))
  const { viewer } = await shop.signedInAs('admin')
  await context.db.insert(blogPosts).values({
    ...{ slug: 'a-post', title: 'A post', excerpt: 'Short', isPublished: false, authorId: viewer.id },
    pictureId: made.abovePost,
    content: `<p><img src="${pictureAddress(made.inText, 160, 'webp')}" alt="Shea"></p>`,
    ...{ createdAt: now, updatedAt: now },
  })
  const value = { picture: pictureAddress(made.inSetting, 160, 'webp') }
  await context.db.insert(shopSettings).values({ name: 'sale_banner', value, updatedAt: now })
  await context.jobs.runDue()

  clock.forward({ days: 6 })
  await tidyUp()
  expect(await context.db.$count(pictures)).toBe(6)

  clock.forward({ days: 2 })
  const fresh = await addSamplePicture(context)
  await tidyUp()
  const left = await context.db.select({ id: pictures.id }).from(pictures)
  const { unused, ...used } = made
  expect(left.map(({ id }) => id).sort()).toEqual([...Object.values(used), fresh.id].sort())
  expect(await context.files.list(`pictures/${unused}/`)).toEqual([])
  for (const id of Object.values(used)) expect(await context.files.list(`pictures/${id}/`)).not.toEqual([])
})

test('a picture in a text of the shop stays, also when only a draft or an older text shows it', {
  tags: 'faults',
}, async () => {
  const made = await newPictures('inOlderText', 'inText', 'inDraft')
  const { viewer } = await shop.signedInAs('admin')
  const text = { title: 'About', lead: '', questions: [], isInFooter: false }
  for (const [name, action] of [
    ['inOlderText', 'publish'],
    ['inText', 'publish'],
    ['inDraft', 'draft'],
  ] as const) {
    const content = `<p><img src="${pictureAddress(made[name], 160, 'webp')}" alt="Shea"></p>`
    await shop.shop.pages.save(viewer, 'about', { ...text, content, action })
  }
  clock.forward({ days: 8 })
  await tidyUp()
  const left = (await context.db.select({ id: pictures.id }).from(pictures)).map(({ id }) => id)
  expect(left).toEqual(expect.arrayContaining(Object.values(made)))
})
