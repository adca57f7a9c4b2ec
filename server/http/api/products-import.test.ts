import { afterAll, expect, test } from 'vitest'
import type { ProductResponse } from '#contract/catalogue.ts'
import type { CategoryResponse, ImportResponse } from '#contract/catalogue-forms.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { pictures } from '#server/features/media/tables.ts'
import { photo, uploadForm } from '#server/testing/forms.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { packZip } from '#server/testing/zip.ts'

const { ask, context, signedInAs, close } = await openTestShop()
afterAll(close)

const { token } = await signedInAs('admin')

type Choices = { dry_run?: '0' | '1'; make_categories?: '1'; hide_new?: '1'; zip?: Buffer }

async function importing(csv: string, { zip, ...fields }: Choices = {}) {
  const sheet = { bytes: Buffer.from(csv), name: 'products.csv', type: 'text/csv' }
  const form = await uploadForm([
    ['file', sheet],
    ...Object.entries(fields),
    ...(zip ? [['pictures', { bytes: zip, name: 'pictures.zip', type: 'application/zip' }] as const] : []),
  ])
  return ask<ImportResponse & RefusalResponse>('POST', '/api/products/import', { token, ...form })
}

const columns = 'name,brands,category,price,stock_quantity,description,how_to_use'

function line(name: string, category = 'mask'): string {
  return `${name},Adom,${category},20,5,Plain.,Use it.`
}

async function search(q: string, as?: string): Promise<ProductResponse[]> {
  const query = new URLSearchParams({ q, ...(as && { admin: '1' }) })
  return (await ask<ProductResponse[]>('GET', `/api/products?${query}`, as ? { token: as } : {})).body
}

test('a category that the shop has not is named beside those it has, and made when somebody says so', async () => {
  const csv = `${columns}\n${line('Night oil', 'Body oils')}\n${line('Day oil', 'body-oil')}\n${line('Clay')}\n`
  const asked = await importing(csv)
  expect(asked.body.new_categories).toEqual(['Body oils'])
  expect(
    asked.body.mistakes.map(({ line: place, column, value, reason }) => [place, column, value, reason]),
  ).toEqual([
    [2, 'category', 'Body oils', expect.stringContaining('It has: Cleanser, Moisturizer, Serum, Mask,')],
    [3, 'category', 'body-oil', expect.stringContaining('The shop has no such category.')],
  ])

  const rehearsed = await importing(csv, { make_categories: '1' })
  expect(rehearsed.body).toMatchObject({ added: 3, done: false, mistakes: [], new_categories: ['Body oils'] })
  expect((await importing(csv, { make_categories: '1', dry_run: '0' })).body).toMatchObject({
    done: true,
    added: 3,
  })
  const { body: categories } = await ask<CategoryResponse[]>('GET', '/api/categories', { token })
  expect(categories.at(-1)).toMatchObject({ name: 'Body oils', slug: 'body oil', products: 2 })
  expect((await search('Night oil'))[0]?.category).toBe('body oil')
})

test('a rehearsal makes no category, and a name without letters never becomes one', async () => {
  await importing(`${columns}\n${line('Candle', 'Candles')}\n`, { make_categories: '1' })
  const { body: categories } = await ask<CategoryResponse[]>('GET', '/api/categories', { token })
  expect(categories.some(({ slug }) => slug === 'candle')).toBe(false)
  const { body } = await importing(`${columns}\n${line('Dust', '---')}\n`, { make_categories: '1' })
  expect([body.new_categories, body.mistakes.length]).toEqual([[], 1])
})

test('new products can be imported hidden, looked at, and then all shown at once', async () => {
  const shown = await shelve(context, { name: 'Old friend' })
  const csv = `id,${columns}\n,${line('Shy soap')}\n,${line('Shy balm')}\n${shown},Old friend,Adom,mask,30,10,Plain.,Use it.\n`
  expect((await importing(csv, { dry_run: '0', hide_new: '1' })).body).toMatchObject({ added: 2, changed: 1 })
  expect(await search('shy')).toEqual([])
  expect((await search('shy', token)).map(({ hidden }) => hidden)).toEqual([true, true])
  expect((await ask<ProductResponse>('GET', `/api/products/${shown}`)).body.price).toBe(30)
  const { body } = await ask('POST', '/api/products/bulk', { token, body: { action: 'show_all' } })
  expect(body).toEqual({ success: true, changed: 2, missing: [] })
  expect(await search('shy')).toHaveLength(2)
})

test('a column says which products are hidden', async () => {
  await importing(`${columns},hidden\n${line('Veiled jar')},yes\n${line('Plain jar')},no\n`, { dry_run: '0' })
  expect((await search('jar')).map(({ name }) => name)).toEqual(['Plain jar'])
  const wrong = await importing(`${columns},hidden\n${line('Odd jar')},perhaps\n`)
  expect(wrong.body.mistakes).toMatchObject([{ column: 'hidden', reason: 'Please write yes or no.' }])
})

test('pictures come by their names out of a ZIP, whatever their folder and case', async () => {
  const zip = packZip([
    ['photos/Front view.JPG', await photo('#963', 60)],
    ['photos/side.jpg', await photo('#369', 90)],
    ['__MACOSX/photos/._side.jpg', Buffer.from('junk')],
    ['photos/.DS_Store', Buffer.from('junk')],
  ])
  const csv = `${columns},images\n${line('Seen jar')},front VIEW.jpg|photos/side.jpg\n${line('Seen tin')},side.jpg\n`
  const before = await context.db.$count(pictures)
  expect((await importing(csv, { zip })).body).toMatchObject({ added: 2, mistakes: [] })
  expect(await context.db.$count(pictures)).toBe(before)
  expect((await importing(csv, { zip, dry_run: '0' })).body).toMatchObject({ done: true, added: 2 })
  const [tin, jar] = await search('seen')
  expect(jar?.images.map((address) => address.split('/').at(-1))).toEqual(['60.webp', '90.webp'])
  expect(tin?.image).toBe(jar?.images[1])
  expect((await ask('GET', jar?.image ?? '')).status).toBe(200)
  expect(await context.db.$count(pictures)).toBe(before + 2)
})

test('a picture that is not in the ZIP, or in it twice, is named with its line', async () => {
  const zip = packZip([
    ['a/jar.jpg', await photo()],
    ['b/jar.jpg', await photo()],
  ])
  const csv = `${columns},images\n${line('One')},jar.jpg\n${line('Two')},a/jar.jpg\n${line('Three')},lid.jpg\n`
  const { body } = await importing(csv, { zip })
  expect(body.mistakes.map(({ line: place, reason }) => [place, reason])).toEqual([
    [2, '“jar.jpg” is in the ZIP twice. Please write its folder too.'],
    [4, '“lid.jpg” is not in the ZIP.'],
  ])
  const without = await importing(`${columns},images\n${line('One')},jar.jpg\n`)
  expect(without.body.mistakes[0]?.reason).toContain('names of pictures in a ZIP beside this file')
})

test('what is no picture, and what is no ZIP, is refused with words, and nothing of it stays', async () => {
  const csv = `${columns},images\n${line('Wrong')},jar.jpg\n`
  const rows = [await context.db.$count(pictures), (await context.files.list()).length]
  const refused = async (zip: Buffer) => {
    const { status, body } = await importing(csv, { zip, dry_run: '0' })
    return [status, body.fields?.pictures ?? body.error]
  }
  expect(await refused(Buffer.from('no zip'))).toEqual([400, 'This is not a ZIP file that we can open.'])
  expect(await refused(packZip([['run.exe', Buffer.from('MZ')]]))).toEqual([
    400,
    '“run.exe” in the ZIP is no picture. Only JPEG, PNG, WebP, AVIF or HEIC images are allowed.',
  ])
  expect(await refused(packZip([['../jar.jpg', await photo()]]))).toEqual([
    400,
    'A file in the ZIP has a name that is not safe. Please pack the pictures anew.',
  ])
  const disguised = packZip([['jar.jpg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]])
  const { status, body } = await importing(csv, { zip: disguised, dry_run: '0' })
  expect([status, body.mistakes]).toMatchObject([400, [{ line: 2, column: 'images', value: 'jar.jpg' }]])
  const broken = packZip([['jar.jpg', (await photo()).subarray(0, 200)]])
  expect((await importing(csv, { zip: broken, dry_run: '0' })).body.mistakes).toMatchObject([
    { line: 2, reason: 'This picture cannot be read, or is too large.' },
  ])
  expect(await search('Wrong')).toEqual([])
  expect([await context.db.$count(pictures), (await context.files.list()).length]).toEqual(rows)
})
