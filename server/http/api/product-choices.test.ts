import { afterAll, expect, test } from 'vitest'
import type { ProductResponse } from '#contract/catalogue.ts'
import type { ImportResponse } from '#contract/catalogue-forms.ts'
import { choiceLabelRequired } from '#rules/choices.ts'
import { photo, uploadForm } from '#server/testing/forms.ts'
import { openProductOffice } from '#server/testing/product-office.ts'
import { shelve } from '#server/testing/sample-rows.ts'

const { ask, context, shop, token, add, edit, changesOf, close } = await openProductOffice()
afterAll(close)

/** Three sizes of one serum, in this order, each with its own price. */
async function shelveSerum(article: string, category = 'serum') {
  const size = (label: string, price: number, position: number, stock: number) =>
    shelve(context, {
      name: `${article} ${label}`,
      article,
      category,
      choiceLabel: label,
      choicePosition: position,
      price,
      stock,
    })
  const small = await size('15 ml', 4_000, 1, 0)
  const large = await size('50 ml', 12_000, 3, 5)
  const middle = await size('30 ml', 9_000, 2, 7)
  return { small, middle, large }
}

test('a list of pages has one card per article; it shows the first that can be bought and the lowest price', async () => {
  const { small, middle, large } = await shelveSerum('Hibiscus Glow')
  const { products, total } = await shop.catalogue.list({ category: 'serum' })
  expect(total).toBe(1)
  expect(products).toMatchObject([
    {
      id: middle,
      name: 'Hibiscus Glow',
      price: 4_000,
      stock: 7,
      choices: [
        { id: small, label: '15 ml', price: 4_000, stock: 0 },
        { id: middle, label: '30 ml', name: 'Hibiscus Glow 30 ml' },
        { id: large, label: '50 ml', price: 12_000 },
      ],
    },
  ])
  const { body } = await ask<ProductResponse[]>('GET', '/api/products?category=serum')
  expect(body.map(({ id }) => id).toSorted()).toEqual([small, middle, large].toSorted())
  expect(body[0]).toMatchObject({ article: 'Hibiscus Glow', choice_label: '30 ml' })
  const { body: chosen } = await ask<ProductResponse[]>('GET', '/api/products?article=hibiscus%20GLOW')
  expect(chosen.map(({ id }) => id)).toEqual([small, middle, large])
})

test('pages are counted by cards, in every order, and no article comes twice', async () => {
  await shelveSerum('Counted', 'toner')
  await shelveSerum('Counted too', 'toner')
  const alone = await shelve(context, { name: 'Alone', category: 'toner', price: 5_000 })
  for (const category of ['toner', undefined]) {
    for (const sort of ['featured', 'newest', 'price-low', 'price-high'] as const) {
      const whole = await shop.catalogue.list({ category, sort, limit: 100 })
      const names = whole.products.map(({ name }) => name)
      expect(new Set(names).size).toBe(names.length)
      const first = await shop.catalogue.list({ category, sort, limit: 2 })
      const second = await shop.catalogue.list({ category, sort, limit: 2, page: 2 })
      expect(first.total).toBe(whole.total)
      const paged = [...first.products, ...second.products].map(({ name }) => name)
      expect(paged).toEqual(names.slice(0, 4))
    }
  }
  const byPrice = await shop.catalogue.list({ category: 'toner', sort: 'price-high' })
  expect(byPrice.products.map(({ id, price }) => (id === alone ? 'alone' : price))).toEqual([
    'alone',
    4_000,
    4_000,
  ])
})

test('a search finds an article by any of its choices, once', async () => {
  const { large } = await shelveSerum('Quokka Cream', 'moisturizer')
  const by = async (q: string) => shop.catalogue.list({ q })
  expect(await by('quokka')).toMatchObject({ total: 1, products: [{ name: 'Quokka Cream' }] })
  expect(await by('quokka 50 ml')).toMatchObject({ total: 1, products: [{ name: 'Quokka Cream' }] })
  expect(await by('quokca')).toMatchObject({ total: 1 })
  expect(await by('quokca creme')).toMatchObject({ products: [{ choices: { length: 3 } }] })
  const { body } = await ask<ProductResponse[]>('GET', '/api/products?q=quokka%2050%20ml')
  expect(body.map(({ id }) => id)).toEqual([large])
})

test('what is hidden is no choice, and one that is left alone is a product like any other', async () => {
  const { small, middle, large } = await shelveSerum('Hidden Balm', 'mask')
  const hide = (ids: number[]) => ask('POST', '/api/products/bulk', { token, body: { action: 'hide', ids } })
  await hide([middle])
  const two = await shop.catalogue.list({ category: 'mask' })
  expect(two.products[0]?.choices?.map(({ id }) => id)).toEqual([small, large])
  expect(two.products[0]?.id).toBe(large)
  await hide([small])
  const one = await shop.catalogue.list({ category: 'mask' })
  expect(one.products).toMatchObject([{ id: large, name: 'Hidden Balm 50 ml', price: 12_000 }])
  expect(one.products[0]?.choices).toBeUndefined()
  expect(await shop.catalogue.listChoices({ article: 'Hidden Balm' })).toEqual([])
})

test('another size is added from a product, which becomes the first choice', async () => {
  const { body: first } = await add({ name: 'Shea Whip 100 g' })
  const choice = {
    name: 'Shea Whip',
    choice_of: String(first.id),
    choice_label: '250 g',
    sku: '4006381333931',
  }
  const { status, body } = await add({ ...choice, price: '220' })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    name: 'Shea Whip 250 g',
    article: 'Shea Whip',
    choice_label: '250 g',
    sku: '4006381333931',
    price: 220,
  })
  const choices = await shop.catalogue.listChoices({ article: 'Shea Whip' })
  expect(choices.map(({ label, name }) => [label, name])).toEqual([
    ['100 g', 'Shea Whip 100 g'],
    ['250 g', 'Shea Whip 250 g'],
  ])
  const [, change] = await changesOf(first.id)
  expect(change).toMatchObject({ action: 'made the product one of several sizes or shades' })
  expect(change?.after).toMatchObject({ article: 'Shea Whip', choice_label: '100 g' })
})

test('a product whose size nobody knows must be told, and nothing is added before', async () => {
  const { body: first } = await add({ name: 'Lip Tint' })
  const ruby = {
    name: 'Lip Tint',
    choice_of: String(first.id),
    choice_label: 'Ruby',
    choice_colour: '#aa1133',
  }
  expect(await add(ruby)).toMatchObject({
    status: 400,
    body: { fields: { choice_of_label: choiceLabelRequired } },
  })
  expect(await shop.catalogue.listChoices({ article: 'Lip Tint' })).toEqual([])
  await add({ ...ruby, choice_of_label: 'Clay' })
  const choices = await shop.catalogue.listChoices({ article: 'Lip Tint' })
  expect(choices).toMatchObject([
    { label: 'Clay', name: 'Lip Tint Clay' },
    { label: 'Ruby', name: 'Lip Tint Ruby', colour: '#aa1133' },
  ])
  expect((await edit(first.id, { name: 'Lip Tint Clay', choice_label: '' })).body.fields).toEqual({
    choice_label: choiceLabelRequired,
  })
  await edit(first.id, { name: 'Lip Tint Clay', article: '' })
  expect(await shop.catalogue.listChoices({ article: 'Lip Tint' })).toEqual([])
})

test('the owner sorts the choices; an order that leaves one out is refused', async () => {
  const { small, middle, large } = await shelveSerum('Sorted Oil', 'eye cream')
  const sort = (ids: number[]) => ask('POST', '/api/products/choices', { token, body: { ids } })
  expect((await sort([large, small, middle])).status).toBe(200)
  const order = async () => (await shop.catalogue.listChoices({ article: 'Sorted Oil' })).map(({ id }) => id)
  expect(await order()).toEqual([large, small, middle])
  expect((await sort([small, middle])).status).toBe(409)
  expect((await sort([small, middle, large, await shelve(context)])).status).toBe(409)
  expect(await order()).toEqual([large, small, middle])
})

test('a spreadsheet joins products by its columns, and an exported one changes nothing', async () => {
  const header =
    'name,brands,category,price,stock_quantity,description,how_to_use,sku,article,choice_label,choice_colour'
  const row = (label: string, colour: string) =>
    `Matte Lips,Adom,mask,50,5,Plain.,Use it.,SKU-${label},Matte Lips,${label},${colour}`
  const send = async (csv: string) => {
    const file = { bytes: Buffer.from(csv), name: 'products.csv', type: 'text/csv' }
    const form = await uploadForm([
      ['dry_run', '0'],
      ['file', file],
    ])
    return (await ask<ImportResponse>('POST', '/api/products/import', { token, ...form })).body
  }
  const wrong = await send(`${header}\n${row('', '')}\n${row('Ruby', 'red')}\n`)
  expect(wrong.mistakes.map(({ line, column }) => [line, column])).toEqual([
    [2, 'choice_label'],
    [3, 'choice_colour'],
  ])
  expect(await send(`${header}\n${row('Ruby', '#aa1133')}\n${row('Clay', '#995533')}\n`)).toMatchObject({
    done: true,
    added: 2,
  })
  expect(await shop.catalogue.listChoices({ article: 'Matte Lips' })).toMatchObject([
    { name: 'Matte Lips Ruby', colour: '#aa1133' },
    { name: 'Matte Lips Clay', colour: '#995533' },
  ])
  let csv = ''
  for await (const part of shop.catalogue.exportAll()) csv += part
  expect(csv).toContain('SKU-Ruby,"Matte Lips",Ruby,#aa1133')
  expect(await send(csv)).toMatchObject({ done: true, added: 0, changed: 0 })
})

test('no article has more choices than a customer can choose from', { tags: 'faults' }, async () => {
  const { body: first } = await add({ name: 'Many', article: 'Many', choice_label: '0' })
  for (let place = 1; place < 40; place++)
    await shelve(context, { name: `Many ${place}`, article: 'many', choiceLabel: String(place) })
  const one = { name: 'Many', choice_of: String(first.id), choice_label: 'more' }
  expect((await add(one, [await photo()])).body.fields).toEqual({
    article: expect.stringContaining('40 choices'),
  })
})
