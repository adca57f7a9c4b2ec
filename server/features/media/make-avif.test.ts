import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { ProductAnswer } from '#contract/catalogue.ts'
import { pictureKey } from '#rules/picture-address.ts'
import { addSamplePicture, shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { pictures } from './tables.ts'

const { ask, tools, close } = await openTestShop()
afterAll(close)

test('the smaller form of a picture is made in the background, and pages that show it learn of it', async () => {
  const { id, widths } = await addSamplePicture(tools)
  const told: string[] = []
  tools.changes.subscribe((change) => told.push(change))
  expect(await tools.jobs.runDue()).toBe(1)

  const [picture] = await tools.db.select().from(pictures).where(eq(pictures.id, id))
  expect(picture?.hasAvif).toBe(true)
  expect(told.slice(0, 2)).toEqual(['catalogue', 'blog'])
  for (const width of widths) {
    const { status, headers } = await ask('GET', `/media/${pictureKey(id, width, 'avif')}`)
    expect([status, headers['content-type']]).toEqual([200, 'image/avif'])
  }
})

test('a picture that was restored without its smaller form gets it later', async () => {
  const { id } = await addSamplePicture(tools)
  await tools.jobs.runDue()
  await tools.db.update(pictures).set({ hasAvif: false }).where(eq(pictures.id, id))
  await tools.jobs.send(tools.db, 'media.make-missing-avif', {})
  await tools.jobs.runDue()
  await tools.jobs.runDue()
  const [picture] = await tools.db.select().from(pictures).where(eq(pictures.id, id))
  expect(picture?.hasAvif).toBe(true)
})

test('a picture whose file is gone fails no job', async () => {
  const { id, widths } = await addSamplePicture(tools)
  for (const width of widths) await tools.files.delete(pictureKey(id, width, 'webp'))
  await tools.jobs.runDue()
  expect(await tools.jobs.listFailed()).toEqual([])
  const productId = await shelve(tools, { pictureIds: [id] })
  const { body } = await ask<ProductAnswer>('GET', `/api/products/${productId}`)
  expect(body.images).toHaveLength(1)
})
