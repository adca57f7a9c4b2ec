import { parse } from 'csv-parse/sync'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { ProductResponse } from '#contract/catalogue.ts'
import type { ImportResponse, ProductsChangeResponse } from '#contract/catalogue-forms.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { productCsvColumns } from '#rules/csv.ts'
import { auditEntries } from '#server/features/audit/tables.ts'
import { products, stockMovements } from '#server/features/catalogue/tables.ts'
import { uploadForm } from '#server/testing/forms.ts'
import { addSamplePicture, shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const { ask, context, signedInAs, close } = await openTestShop()
afterAll(close)

const { token } = await signedInAs('admin')

async function read(id: number): Promise<ProductResponse> {
  return (await ask<ProductResponse>('GET', `/api/products/${id}?admin=1`, { token })).body
}

function bulk(body: object) {
  return ask<ProductsChangeResponse & RefusalResponse>('POST', '/api/products/bulk', { token, body })
}

async function exported(): Promise<string> {
  const answer = await ask<string>('GET', '/api/products.csv', { token })
  expect(answer.status).toBe(200)
  return answer.body
}

async function importing(csv: string | Uint8Array, dryRun?: '0' | '1') {
  const bytes = typeof csv === 'string' ? Buffer.from(csv) : csv
  const file = { bytes, name: 'products.csv', type: 'text/csv' }
  const fields: Parameters<typeof uploadForm>[0] = [
    ['file', file],
    ...(dryRun ? [['dry_run', dryRun] as const] : []),
  ]
  return ask<ImportResponse & RefusalResponse>('POST', '/api/products/import', {
    token,
    ...(await uploadForm(fields)),
  })
}

test('many products are featured and unfeatured at once, each in the list of changes', async () => {
  const ids = [await shelve(context), await shelve(context), await shelve(context)]
  expect((await bulk({ action: 'feature', ids: [...ids, 2_147_483_647] })).body).toEqual({
    success: true,
    changed: 3,
    missing: [2_147_483_647],
  })
  for (const id of ids) expect((await read(id)).featured).toBe(true)
  await bulk({ action: 'unfeature', ids: ids.slice(0, 1) })
  expect((await read(ids[0] ?? 0)).featured).toBe(false)
  const changes = await context.db
    .select()
    .from(auditEntries)
    .where(inArray(auditEntries.thingId, ids.map(String)))
    .orderBy(auditEntries.id)
  expect(changes.map(({ action, after }) => [action, after])).toEqual([
    ['featured the product', { featured: true }],
    ['featured the product', { featured: true }],
    ['featured the product', { featured: true }],
    ['no longer featured the product', { featured: false }],
  ])
})

test('many products are deleted at once; what somebody else deleted is told and stops nobody', async () => {
  const ids = [await shelve(context), await shelve(context)]
  await ask('DELETE', `/api/products/${ids[0]}`, { token })
  expect((await bulk({ action: 'delete', ids })).body).toEqual({
    success: true,
    changed: 1,
    missing: [ids[0]],
  })
  expect((await ask('GET', `/api/products/${ids[1]}`)).status).toBe(404)
})

test('stock set for many moves by the difference to what was seen, all or nothing', async () => {
  const [one, two] = [
    await shelve(context, { stock: 10 }),
    await shelve(context, { stock: 4, name: 'Toner' }),
  ]
  await ask('POST', '/api/products/update-stock', { token, body: [{ productId: one, quantity: 1 }] })
  const input = { action: 'set_stock', stock_quantity: 20 }
  const seen = [
    { id: one, seen_stock: 10 },
    { id: two, seen_stock: 4 },
  ]
  expect((await bulk({ ...input, products: seen })).body).toEqual({ success: true, changed: 2, missing: [] })
  expect([(await read(one)).stock_quantity, (await read(two)).stock_quantity]).toEqual([19, 20])
  const refused = await bulk({
    ...input,
    stock_quantity: 0,
    products: [{ id: one }, { id: two, seen_stock: 50 }],
  })
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
  expect([(await read(one)).stock_quantity, (await read(two)).stock_quantity]).toEqual([19, 20])
})

test.each([
  {},
  { action: 'explode', ids: [1] },
  { action: 'delete', ids: [] },
  { action: 'delete', ids: [0] },
  { action: 'delete', ids: Array.from({ length: 101 }, (_, n) => n + 1) },
  { action: 'set_stock', stock_quantity: -1, products: [{ id: 1 }] },
  { action: 'set_stock', stock_quantity: 5, products: [] },
])('%j is no change for many', async (body) => {
  expect((await bulk(body)).status).toBe(400)
})

const difficult = {
  name: '=HYPERLINK("http://evil.example";"Ɛyɛ fɛ")',
  description: 'Shea, "raw"\nand ɔdɔ\n=1+1; done',
  brands: '@Adom',
  howToUse: "'Warm', then wait -\n+ repeat",
  benefits: ['-5 years', 'Glow, calm'],
  ingredients: ['1,2-Hexanediol', 'Aqua', '"Butyrospermum" parkii'],
}

test('a spreadsheet has every cell as it is in the shop, and no cell starts a formula', async () => {
  const picture = await addSamplePicture(context)
  const id = await shelve(context, { ...difficult, pictureIds: [picture.id], isFeatured: true })
  const csv = await exported()
  expect(csv.charCodeAt(0)).toBe(0xfeff)
  const rows: string[][] = parse(csv, { bom: true })
  expect(rows[0]).toEqual([...productCsvColumns])
  expect(rows.flat().filter((cell) => /^\s*[=+\-@]/.test(cell))).toEqual([])
  const row = rows.find(([first]) => first === String(id)) ?? []
  const wire = await read(id)
  expect(row).toEqual([
    String(id),
    `'${difficult.name}`,
    "'@Adom",
    'moisturizer',
    '120.00',
    '10',
    difficult.description,
    difficult.howToUse,
    "'-5 years\nGlow, calm",
    '1,2-Hexanediol, Aqua, "Butyrospermum" parkii',
    '',
    '',
    '',
    '',
    '',
    'yes',
    'no',
    'no',
    wire.images[0],
    '10',
    wire.updated_at,
  ])
})

test('a spreadsheet that comes back as it went changes nothing', async () => {
  const csv = await exported()
  const { status, body } = await importing(csv, '0')
  expect([status, body.mistakes]).toEqual([200, []])
  expect(body).toMatchObject({ done: true, added: 0, changed: 0, unchanged: body.rows })
})

test('the catalogue of one shop, without its numbers, makes the same products in another', async () => {
  const id = await shelve(context, { ...difficult, name: `${difficult.name} moved` })
  const rows: string[][] = parse(await exported(), { bom: true })
  const [header = [], row = []] = [rows[0], rows.find(([first]) => first === String(id))]
  const quoted = [header, ['', ...row.slice(1, 14), '', '']]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
    .join('\r\n')
  expect((await importing(quoted, '0')).body).toMatchObject({ added: 1, changed: 0, mistakes: [] })
  const [copy] = (await ask<ProductResponse[]>('GET', '/api/products?admin=1&limit=1', { token })).body
  const { id: _id, created_at: _created, updated_at: _updated, ...same } = await read(id)
  expect(copy).toMatchObject(same)
})

test('a rehearsal says what would happen and does nothing', async () => {
  const id = await shelve(context, { name: 'Rehearsed' })
  const csv = `id,name,brands,category,price,stock_quantity,description,how_to_use\n${id},New name,,,,,,\n`
  const wrong = await importing(csv)
  expect(wrong.body.mistakes.map(({ column }) => column)).toEqual([
    'brands',
    'category',
    'price',
    'stock_quantity',
    'description',
    'how_to_use',
  ])
  const { body } = await importing(`id,name\n${id},New name\n`)
  expect(body).toEqual({
    rows: 1,
    new_categories: [],
    added: 0,
    changed: 1,
    unchanged: 0,
    done: false,
    mistakes: [],
    more_mistakes: 0,
  })
  expect((await read(id)).name).toBe('Rehearsed')
})

test('every bad line is named with its number and reason, and then nothing is imported', async () => {
  const id = await shelve(context, { name: 'Untouched', stock: 3 })
  const gone = await shelve(context)
  await ask('DELETE', `/api/products/${gone}`, { token })
  const csv = [
    'id,name,brands,category,price,stock_quantity,description,how_to_use,featured,images',
    `${id},"Two`,
    'lines",Adom,serum,10,5,d,h,no,',
    ',New,Adom,perfume,-1,five,d,h,perhaps,https://evil.example/x.png',
    '',
    `${id},Again,Adom,serum,10,5,d,h,no,`,
    `${gone},Gone,Adom,serum,10,5,d,h,no,`,
    'abc,Nobody,Adom,serum,10,5,d,h,no,/media/pictures/unknown/60.webp',
    ',Unknown picture,Adom,serum,10,5,d,h,no,/media/pictures/unknown/60.webp',
    '1,2,3,4,5,6,7,8,9,10,11,12',
  ].join('\r\n')
  for (const dryRun of ['1', '0'] as const) {
    const { status, body } = await importing(csv, dryRun)
    expect(status).toBe(dryRun === '1' ? 200 : 400)
    expect(body.mistakes.map(({ line, column, reason }) => `${line} ${column}: ${reason}`)).toEqual([
      '4 price: Please enter a price such as 145 or 145.50',
      '4 stock_quantity: Please enter a whole number from 0 to 1000000',
      '4 category: The shop has no such category. It has: Cleanser, Moisturizer, Serum, Mask, Sunscreen, Toner, Eye Cream.',
      '4 featured: Please write yes or no.',
      '4 images: Please use picture addresses of this shop, names of pictures in a ZIP beside this file, or leave it empty.',
      '6 id: This product is in line 2 already.',
      '7 id: No product in the shop has this number.',
      '8 id: This is no number of a product. Leave it empty for a new one.',
      '9 images: One of the pictures is no longer there.',
      '10 null: This line has more cells than there are columns.',
    ])
  }
  expect(await read(id)).toMatchObject({ name: 'Untouched', stock_quantity: 3 })
})

test('a spreadsheet does not undo sales, and does not overwrite what somebody changed since', async () => {
  const sold = await shelve(context, { name: 'Sold meanwhile', stock: 10 })
  const version = (await read(sold)).updated_at
  const csv = `id,stock_quantity,exported_stock,exported_version\n${sold},25,10,${version}\n`
  await ask('POST', '/api/products/update-stock', { token, body: [{ productId: sold, quantity: 4 }] })
  expect((await importing(csv, '0')).body).toMatchObject({ done: true, changed: 1 })
  expect((await read(sold)).stock_quantity).toBe(21)
  const again = await importing(csv, '0')
  expect(again.status).toBe(400)
  expect(again.body.mistakes).toMatchObject([
    {
      line: 2,
      column: 'exported_version',
      reason: 'admin changed this product after the file was made. Please export again.',
    },
  ])
  expect((await read(sold)).stock_quantity).toBe(21)
  const ofSold = eq(stockMovements.productId, sold)
  const moved = await context.db.select().from(stockMovements).where(ofSold).orderBy(stockMovements.id)
  expect(moved.map(({ change }) => change)).toEqual([10, -4, 15])
})

test.each([
  ['', 'The file is empty.'],
  ['name,colour\nShea,red\n', /^This column is not known\. The columns are: id, name/],
  ['name,Name\nShea,red\n', 'This column is there twice.'],
  ['name\n"half a quote\n', 'The quotes in this line do not fit together.'],
  [Buffer.from('name\nCr\xe8me\n', 'latin1'), /CSV UTF-8/],
  [`name\n${'x\n'.repeat(2_001)}`, 'A file may have at most 2000 products.'],
])('a file such as %j is refused with a reason', async (csv, reason) => {
  const { body } = await importing(csv)
  expect(body.rows).toBe(0)
  expect(body.mistakes).toMatchObject([{ reason: expect.stringMatching(reason) }])
})

test('a file that is too large, or none at all, is refused', async () => {
  expect((await importing(Buffer.alloc(5 * 1024 * 1024 + 1, 'x'))).status).toBe(413)
  const none = await ask<RefusalResponse>('POST', '/api/products/import', {
    token,
    ...(await uploadForm([['dry_run', '1']])),
  })
  expect(none).toMatchObject({ status: 400, body: { fields: { file: 'Please choose a CSV file' } } })
})

test('a long list of products goes out and comes back in one file', { tags: 'faults' }, async () => {
  const header = 'name,brands,category,price,stock_quantity,description,how_to_use'
  const lines = Array.from({ length: 450 }, (_, n) => `Bulk ${n},Adom,serum,${n + 1},1,d,h`)
  const { body } = await importing([header, ...lines].join('\n'), '0')
  expect(body).toMatchObject({ done: true, added: 450 })
  const rows: string[][] = parse(await exported(), { bom: true })
  expect(rows.filter(([, name]) => name?.startsWith('Bulk '))).toHaveLength(450)
  const added = await context.db
    .select({ id: products.id })
    .from(products)
    .where(eq(products.name, 'Bulk 449'))
  expect(added).toHaveLength(1)
})
