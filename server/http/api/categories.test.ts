import { and, asc, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { ProductResponse } from '#contract/catalogue.ts'
import type { CategoryResponse } from '#contract/catalogue-forms.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { auditEntries } from '#server/features/audit/tables.ts'
import { lockCategory } from '#server/features/catalogue/categories.ts'
import { addProduct } from '#server/features/catalogue/write-product.ts'
import { pictures } from '#server/features/media/tables.ts'
import { countWaiting } from '#server/testing/database.ts'
import { photo, uploadForm } from '#server/testing/forms.ts'
import { openProductOffice } from '#server/testing/product-office.ts'
import { shelve } from '#server/testing/sample-rows.ts'

const office = await openProductOffice()
const { ask, context, token, viewer, add, read } = office
afterAll(office.close)

type Saved = CategoryResponse & RefusalResponse & { changed_at: string }

type Fields = Record<string, string | Uint8Array>

async function save(method: 'POST' | 'PUT', fields: Fields) {
  return ask<Saved>(method, '/api/categories', { token, ...(await uploadForm(Object.entries(fields))) })
}

async function list(): Promise<CategoryResponse[]> {
  return (await ask<CategoryResponse[]>('GET', '/api/categories', { token })).body
}

async function named(name: string): Promise<CategoryResponse> {
  const found = (await list()).find((category) => category.name === name)
  if (!found) throw new Error(`There is no category ${name}`)
  return found
}

/** The products that anyone finds on a shelf. */
async function onShelf(category: string): Promise<string[]> {
  const { body } = await ask<ProductResponse[]>('GET', `/api/products?${new URLSearchParams({ category })}`)
  return body.map(({ name }) => name)
}

const ordinaryJar = {
  ...{ name: 'Jar', description: 'Plain.', brands: 'Adom', howToUse: 'Use it.', price: 1_000, stock: 1 },
  ...{ benefits: [], ingredients: [], pictureIds: [], isFeatured: false, isBestSeller: false },
  createdAt: new Date(0),
}

async function changesOf(id: number) {
  return context.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.thing, 'category'), eq(auditEntries.thingId, String(id))))
    .orderBy(asc(auditEntries.id))
}

test('a new shop has the specification’s seven categories, in their order', async () => {
  const categories = await list()
  expect(categories.map(({ slug }) => slug)).toEqual([
    'cleanser',
    'moisturizer',
    'serum',
    'mask',
    'sunscreen',
    'toner',
    'eye cream',
  ])
  expect(categories.at(-1)).toMatchObject({
    name: 'Eye Cream',
    heading: 'Eye Creams',
    hidden: false,
    products: 0,
  })
  const onHome = categories
    .filter(({ home_place }) => home_place)
    .sort((a, b) => Number(a.home_place) - Number(b.home_place))
  expect(onHome.map(({ heading }) => heading)).toEqual(['Cleansers', 'Serums', 'Moisturizers'])
})

test('an owner adds a category with a picture, and products can go into it', async () => {
  const { status, body } = await save('POST', {
    name: 'Hair care',
    heading: 'For your hair',
    alt: 'A wooden comb',
    picture: await photo('#963', 90),
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    slug: 'hair care',
    heading: 'For your hair',
    alt: 'A wooden comb',
    in_footer: true,
  })
  expect((await ask('GET', body.picture ?? '')).status).toBe(200)
  expect((await list()).at(-1)?.id).toBe(body.id)
  expect((await add({ name: 'Comb', category: 'Hair Care' })).body.category).toBe('hair care')
  expect(await onShelf('hair-cares')).toEqual(['Comb'])
  expect((await changesOf(body.id)).map(({ action, actorId }) => [action, actorId])).toEqual([
    ['added the category', viewer.id],
  ])
})

test('a name that means a category of the shop already is refused with words', async () => {
  for (const name of ['Serums', 'serum', 'SERUM ']) {
    const { status, body } = await save('POST', { name })
    expect([status, body.fields]).toEqual([400, { name: 'There is a category Serum already.' }])
  }
  expect((await save('POST', { name: '' })).body.fields).toEqual({ name: 'Name is required' })
  expect((await save('POST', { name: 'Soap', picture: await photo() })).body.fields).toEqual({
    alt: 'Please say what the picture shows',
  })
})

test('a file that is no picture is refused, and nothing of it stays', async () => {
  const before = await context.db.$count(pictures)
  const { status, body } = await save('POST', {
    name: 'Candles',
    alt: 'Light',
    picture: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  })
  expect([status, body.code]).toEqual([415, 'image_not_supported'])
  expect(await context.db.$count(pictures)).toBe(before)
  expect((await list()).some(({ name }) => name === 'Candles')).toBe(false)
})

test('a renamed category takes its products along, and old links still find them', async () => {
  const { body: jar } = await add({ name: 'Clay pack', category: 'mask' })
  const mask = await named('Mask')
  const { status, body } = await save('PUT', {
    id: String(mask.id),
    name: 'Face pack',
    heading: 'Face packs',
  })
  expect([status, body.slug, body.old_slugs]).toEqual([200, 'face pack', ['mask']])
  expect((await read(jar.id)).category).toBe('face pack')
  expect(await onShelf('masks')).toEqual(['Clay pack'])
  expect(await onShelf('face-packs')).toEqual(['Clay pack'])
  expect((await add({ name: 'Second pack', category: 'mask' })).body.category).toBe('face pack')
  const [change] = await changesOf(mask.id)
  expect(change).toMatchObject({ before: { name: 'Mask' }, after: { name: 'Face pack' } })
})

test('a new category takes over a word that another one had before', async () => {
  const { body: first } = await save('POST', { name: 'Oil' })
  await save('PUT', { id: String(first.id), name: 'Body oil' })
  const { body: second } = await save('POST', { name: 'Oils' })
  expect(second.slug).toBe('oil')
  expect((await named('Body oil')).old_slugs).toEqual([])
  const { body: back } = await save('PUT', { id: String(second.id), name: 'Hair oil' })
  expect(back.old_slugs).toEqual(['oil'])
})

test('what somebody else changed meanwhile is not overwritten unseen', async () => {
  const toner = await named('Toner')
  const change = { id: String(toner.id), expected: toner.updated_at }
  expect((await save('PUT', { ...change, heading: 'Face waters' })).status).toBe(200)
  const late = await save('PUT', { ...change, hidden: '1' })
  expect([late.status, late.body.code]).toEqual([409, 'conflict'])
  expect((await named('Toner')).hidden).toBe(false)
  const again = await save('PUT', { ...change, hidden: '1', expected: late.body.changed_at })
  expect(again.body).toMatchObject({ hidden: true, heading: 'Face waters' })
  await save('PUT', { id: String(toner.id), hidden: '0' })
})

test('categories are sorted, but only by somebody who has seen the whole list', async () => {
  const seen = (await list()).map(({ id }) => id)
  const ids = seen.toReversed()
  const sort = (body: object) => ask<CategoryResponse[]>('POST', '/api/categories/order', { token, body })
  const sorted = await sort({ ids, seen })
  expect(sorted.body.map(({ id }) => id)).toEqual(ids)
  expect((await sort({ ids, seen })).status).toBe(409)
  expect((await sort({ ids: ids.slice(1), seen: ids })).status).toBe(409)
  expect((await sort({ ids: [...ids.slice(1), ids[1]], seen: ids })).status).toBe(409)
  await sort({ ids: seen, seen: ids })
  expect((await list()).map(({ id }) => id)).toEqual(seen)
})

test('a place on the home page makes the others move', async () => {
  const sunscreen = await named('Sunscreen')
  const tiles = () => office.shop.categories.listTiles()
  await shelve(context, { category: 'sunscreen', name: 'Sun veil' })
  for (const category of ['cleanser', 'serum', 'moisturizer']) await shelve(context, { category })
  await save('PUT', { id: String(sunscreen.id), home_place: '1' })
  expect((await tiles()).map(({ slug }) => slug)).toEqual(['sunscreen', 'cleanser', 'serum', 'moisturizer'])
  await save('PUT', { id: String(sunscreen.id), home_place: '' })
  expect((await tiles()).map(({ slug }) => slug)).toEqual(['cleanser', 'serum', 'moisturizer'])
})

test('a picture is cropped last where the owner says, on the home page too; another picture starts in its middle', async () => {
  const { body: made } = await save('POST', {
    ...{ name: 'Lip care', alt: 'Lips', home_place: '1', focus_x: '20', focus_y: '0' },
    picture: await photo('#a53', 90),
  })
  expect([made.focus_x, made.focus_y]).toEqual([20, 0])
  await shelve(context, { category: 'lip care' })
  const tile = async () => (await office.shop.categories.listTiles())[0]
  expect(await tile()).toMatchObject({ slug: 'lip care', focus: { x: 20, y: 0 } })
  const id = String(made.id)
  const { body: renamed } = await save('PUT', { id, heading: 'Lips' })
  expect([renamed.focus_x, renamed.focus_y]).toEqual([20, 0])
  const { body: moved } = await save('PUT', { id, focus_x: '100' })
  expect([moved.focus_x, moved.focus_y]).toEqual([100, 0])
  expect((await changesOf(made.id)).at(-1)?.after).toMatchObject({ focus: '100 % / 0 %' })
  for (const focus_x of ['101', '-1', '1.5', 'left'])
    expect((await save('PUT', { id, focus_x })).body.fields).toHaveProperty('focus_x')
  const { body: replaced } = await save('PUT', { id, picture: await photo('#35a', 90) })
  expect([replaced.focus_x, replaced.focus_y]).toEqual([50, 50])
  expect(await tile()).toMatchObject({ focus: null })
  await save('PUT', { id, home_place: '' })
})

test('an empty category can be deleted, one with products only when they have a new home', async () => {
  const { body: soap } = await save('POST', { name: 'Soap' })
  const { body: bar } = await add({ name: 'Black soap', category: 'soap' })
  const full = await ask<RefusalResponse>('DELETE', `/api/categories/${soap.id}`, { token })
  expect([full.status, full.body.code]).toEqual([409, 'category_not_empty'])
  expect(full.body.error).toBe('1 product is in this category. Choose where they go, or move them first.')

  const cleanser = await named('Cleanser')
  const merged = await ask<CategoryResponse>('POST', `/api/categories/${soap.id}/merge`, {
    token,
    body: { into: cleanser.id },
  })
  expect(merged.body.old_slugs).toContain('soap')
  expect((await read(bar.id)).category).toBe('cleanser')
  expect(await onShelf('soaps')).toContain('Black soap')
  expect((await changesOf(soap.id)).at(-1)?.action).toBe('merged the category into Cleanser')

  const { body: empty } = await save('POST', { name: 'Perfume' })
  expect((await ask('DELETE', `/api/categories/${empty.id}`, { token })).body).toEqual({ success: true })
  expect((await ask('DELETE', `/api/categories/${empty.id}`, { token })).status).toBe(404)
  const itself = await ask('POST', `/api/categories/${cleanser.id}/merge`, {
    token,
    body: { into: cleanser.id },
  })
  expect(itself.status).toBe(400)
})

test('a product cannot go into a category that the shop has not', async () => {
  const { status, body } = await add({ category: 'perfume' })
  expect([status, body.fields]).toEqual([400, { category: 'Please choose one of the categories' }])
})

test('a picture is replaced, described anew and taken away', async () => {
  const { body: candle } = await save('POST', { name: 'Candle', alt: 'A flame', picture: await photo() })
  const id = String(candle.id)
  expect((await save('PUT', { id, alt: 'Two flames' })).body).toMatchObject({
    alt: 'Two flames',
    picture: candle.picture,
  })
  expect((await save('PUT', { id, alt: '' })).body.fields).toEqual({
    alt: 'Please say what the picture shows',
  })
  const { body: other } = await save('PUT', { id, alt: 'Smoke', picture: await photo('#111', 80) })
  expect(other.picture).not.toBe(candle.picture)
  expect((await save('PUT', { id, remove_picture: '1' })).body).toMatchObject({ picture: null, alt: '' })
})

test('a category is not renamed or merged while a product is on its way into it, and takes that product along', async () => {
  const { body: soap } = await save('POST', { name: 'Bath soap' })
  const { body: home } = await save('POST', { name: 'Bath' })
  const changes = [
    () => save('PUT', { id: String(soap.id), name: 'Bath bar' }),
    () => ask('POST', `/api/categories/${soap.id}/merge`, { token, body: { into: home.id } }),
  ]
  for (const change of changes) {
    const { changing } = await context.db.transaction(async (tx) => {
      const category = await lockCategory(tx, 'bath soaps')
      const changing = change()
      await expect.poll(() => countWaiting(office.database)).toBe(1)
      await addProduct(tx, { ...ordinaryJar, category })
      return { changing }
    })
    expect((await changing).status).toBe(200)
  }
  expect((await named('Bath')).products).toBe(2)
  expect((await add({ category: 'bath soap' })).body.category).toBe('bath')
})
