import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { ProductResponse } from '#contract/catalogue.ts'
import { pictureKey } from '#rules/web-address.ts'
import { addSamplePicture, shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { pictures } from './tables.ts'

const { ask, context, close } = await openTestShop()
afterAll(close)

test('the smaller form of a picture is made in the background, and pages that show it learn of it', async () => {
  const { id, widths } = await addSamplePicture(context)
  const heard: string[] = []
  context.invalidation.subscribe((change) => heard.push(change))
  expect(await context.jobs.runDue()).toBe(1)

  const [picture] = await context.db.select().from(pictures).where(eq(pictures.id, id))
  expect(picture?.hasAvif).toBe(true)
  expect(heard.slice(0, 2)).toEqual(['catalogue', 'blog'])
  for (const width of widths) {
    const { status, headers } = await ask('GET', `/media/${pictureKey(id, width, 'avif')}`)
    expect([status, headers['content-type']]).toEqual([200, 'image/avif'])
  }
})

test('a picture that was restored without its smaller form gets it later', async () => {
  const { id } = await addSamplePicture(context)
  await context.jobs.runDue()
  await context.db.update(pictures).set({ hasAvif: false }).where(eq(pictures.id, id))
  await context.jobs.send(context.db, 'media.make-missing-avif', {})
  await context.jobs.runDue()
  await context.jobs.runDue()
  const [picture] = await context.db.select().from(pictures).where(eq(pictures.id, id))
  expect(picture?.hasAvif).toBe(true)
})

test('a picture whose file is gone fails no job', async () => {
  const { id, widths } = await addSamplePicture(context)
  for (const width of widths) await context.files.delete(pictureKey(id, width, 'webp'))
  await context.jobs.runDue()
  expect(await context.jobs.listFailed()).toEqual([])
  const productId = await shelve(context, { pictureIds: [id] })
  const { body } = await ask<ProductResponse>('GET', `/api/products/${productId}`)
  expect(body.images).toHaveLength(1)
})
