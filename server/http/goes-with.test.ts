import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { ProductResponse } from '#contract/catalogue.ts'
import { shownGoesWith } from '#rules/product-fields.ts'
import { countBoughtTogether } from '../features/orders/bought-together.ts'
import { filledProductForm } from '../testing/forms.ts'
import { item, place } from '../testing/sample-orders.ts'
import { shelve } from '../testing/sample-rows.ts'
import { openTestShop } from '../testing/test-shop.ts'

const office = await openTestShop({ withPages: true })
const { ask, clock, context, shop, signedInAs } = office
afterAll(office.close)

async function offeredWith(id: number): Promise<number[]> {
  const found = await shop.catalogue.findWithRelated(id)
  if (!found) throw new Error('The product is not in the shop')
  return found.goesWith.map((card) => card.id)
}

function buy(...ids: number[]) {
  return place(
    office,
    ids.map((id) => item(id)),
  )
}

test('what was bought together more than once is offered, the most frequent first; cancelled and old orders do not count', async () => {
  const jar = (name: string) => shelve(context, { name, stock: 99 })
  const [serum, toner, balm] = [await jar('Serum'), await jar('Toner'), await jar('Balm')]
  const [soap, oil] = [await jar('Soap'), await jar('Oil')]
  await buy(serum, oil)
  await buy(serum, oil)
  clock.forward({ days: 200 })
  for (let n = 0; n < 2; n++) await buy(serum, balm, toner)
  await buy(serum, toner)
  await buy(serum, soap)
  const { id } = await buy(serum, soap)
  const { token } = await signedInAs('admin')
  await ask('PUT', `/api/orders/${id}`, { token, body: { status: 'Cancelled' } })
  expect(await offeredWith(serum)).toEqual([])
  await countBoughtTogether(context)
  expect(await offeredWith(serum)).toEqual([toner, balm])
  expect(await offeredWith(oil)).toEqual([])
  await countBoughtTogether(context)
  expect(await offeredWith(balm)).toEqual([toner, serum].toSorted((one, other) => other - one))
})

test('pages are made anew only in a night that counts something else', async () => {
  const [one, other] = [await shelve(context, { stock: 99 }), await shelve(context, { stock: 99 })]
  const published: string[] = []
  const invalidation: typeof context.invalidation = {
    ...context.invalidation,
    publish: (db, topic) => {
      published.push(topic)
      return context.invalidation.publish(db, topic)
    },
  }
  const topicsOfANight = async () => {
    await countBoughtTogether({ ...context, invalidation })
    return published.splice(0)
  }
  const orders = [await buy(one, other), await buy(one, other)]
  expect(await topicsOfANight()).toEqual(['catalogue'])
  expect(await topicsOfANight()).toEqual([])
  const { id } = await buy(one, other)
  expect(await topicsOfANight()).toEqual(['catalogue'])
  const { token } = await signedInAs('admin')
  const cancel = (order: number) =>
    ask('PUT', `/api/orders/${order}`, { token, body: { status: 'Cancelled' } })
  for (const order of [id, ...orders.map((placed) => placed.id)]) await cancel(order)
  expect(await topicsOfANight()).toEqual(['catalogue'])
  expect(await offeredWith(one)).toEqual([])
})

test('another size of the same article is not offered unless the owner chose it, nor what is hidden; at most four are', async () => {
  const { token } = await signedInAs('admin')
  const size = (label: string) =>
    shelve(context, { name: `Glow ${label}`, article: 'Glow', choiceLabel: label, stock: 99 })
  const [small, large] = [await size('30 ml'), await size('50 ml')]
  const others: number[] = []
  for (let n = 0; n < 6; n++) others.push(await shelve(context, { stock: 99 }))
  for (let n = 0; n < 2; n++) await buy(small, large, ...others)
  await countBoughtTogether(context)
  const offered = await offeredWith(small)
  expect(offered).toHaveLength(shownGoesWith)
  expect(offered).not.toContain(large)
  const [first = 0] = offered
  await ask('POST', '/api/products/bulk', { token, body: { action: 'hide', ids: [first] } })
  expect(await offeredWith(small)).not.toContain(first)
  expect(await offeredWith(small)).toHaveLength(shownGoesWith)
  const chosen = { article: 'Glow', choiceLabel: '10 ml', goesWith: [large] }
  expect(await offeredWith(await shelve(context, { name: 'Glow 10 ml', stock: 99, ...chosen }))).toEqual([
    large,
  ])
})

test('what the owner chose comes first, what was bought can be switched off, and the page follows', async () => {
  const { token } = await signedInAs('admin')
  const cream = await shelve(context, { name: 'Night Cream', category: 'mask', stock: 99 })
  const mist = await shelve(context, { name: 'Rose Mist', category: 'toner', stock: 99 })
  const comb = await shelve(context, { name: 'Wooden Comb', category: 'toner', stock: 99 })
  for (let n = 0; n < 2; n++) await buy(cream, mist)
  await countBoughtTogether(context)
  const read = async () => (await ask<string>('GET', `/product/${cream}`)).body
  expect(await read()).toMatch(/Goes well with[\s\S]*Rose Mist[\s\S]*You may also like/)

  const save = async (fields: Record<string, string>) => {
    const form = await filledProductForm({
      id: String(cream),
      name: 'Night Cream',
      category: 'mask',
      ...fields,
    })
    return (await ask<ProductResponse>('PUT', '/api/products', { token, ...form })).body
  }
  const brush = await shelve(context, { name: 'Brush of next month', isHidden: true })
  const chosen = await save({ goes_with: JSON.stringify([comb, brush, cream]) })
  expect(chosen.goes_with).toEqual([
    { product_id: comb, name: 'Wooden Comb', hidden: false },
    { product_id: brush, name: 'Brush of next month', hidden: true },
    { product_id: cream, name: 'Night Cream', hidden: false },
  ])
  // The names are for the form: no page of the shop pays for them.
  expect(await shop.catalogue.find(cream)).not.toHaveProperty('companions')
  const list = await shop.catalogue.listDetails({ category: 'mask' })
  expect(list.products.filter((product) => product.companions)).toEqual([])
  const forms = await ask<ProductResponse[]>('GET', '/api/products?admin=1&category=mask', { token })
  expect(forms.body.find(({ id }) => id === cream)?.goes_with).toEqual(chosen.goes_with)
  expect(await offeredWith(cream)).toEqual([comb, mist])
  expect(await read()).toMatch(/Goes well with[\s\S]*Wooden Comb[\s\S]*Rose Mist/)
  await save({ goes_with_bought: '0' })
  expect(await offeredWith(cream)).toEqual([comb])
  await save({ goes_with: '[]' })
  expect(await read()).not.toContain('Goes well with')
  const { body } = await ask<ProductResponse>('GET', `/api/products/${cream}`)
  expect(body).not.toHaveProperty('goes_with')
  const nonsense = await filledProductForm({ id: String(cream), goes_with: '["one"]' })
  expect((await ask('PUT', '/api/products', { token, ...nonsense })).status).toBe(400)
})

test('four others are offered at the end: of the same shelf first, then what is featured, one per article and never itself', async () => {
  const own = await openTestShop()
  onTestFinished(own.close)
  const jar = (name: string, category: string, more = {}) =>
    shelve(own.context, { name, category, stock: 1, ...more })
  const alike = async (id: number) =>
    (await own.shop.catalogue.findWithRelated(id))?.related.map((card) => card.name)
  const serum = await jar('Glow Serum', 'serum')
  await jar('Night Serum', 'serum')
  await jar('Day Serum', 'serum', { isFeatured: true })
  await jar('Old Toner', 'toner')
  await jar('New Toner', 'toner')
  await jar('Best Balm', 'balm', { isFeatured: true })
  await jar('Hidden Serum', 'serum', { isHidden: true })
  expect(await alike(serum)).toEqual(['Day Serum', 'Night Serum', 'Best Balm', 'New Toner'])

  const tint = (label: string) =>
    jar(`Lip Tint ${label}`, 'serum', { article: 'Lip Tint', choiceLabel: label, isFeatured: true })
  const [ruby, clay] = [await tint('Ruby'), await tint('Clay')]
  expect(await alike(serum)).toEqual(['Lip Tint', 'Day Serum', 'Night Serum', 'Best Balm'])
  for (const id of [ruby, clay])
    expect(await alike(id)).toEqual(['Day Serum', 'Night Serum', 'Glow Serum', 'Best Balm'])
})

test('what goes with a product takes no place among the four others, in whatever size it is offered there', async () => {
  const own = await openTestShop()
  onTestFinished(own.close)
  const jar = (name: string, more = {}) => shelve(own.context, { name, category: 'serum', stock: 1, ...more })
  const others = ['One', 'Two', 'Three', 'Four']
  for (const name of others) await jar(name)
  await jar('Soap', { category: 'soap' })
  const goesWith = [await jar('Comb'), await jar('Brush'), await jar('Towel')]
  const serum = await jar('Glow Serum', { goesWith })
  const alike = async (id: number) =>
    (await own.shop.catalogue.findWithRelated(id))?.related.map((card) => card.name)
  expect(await alike(serum)).toEqual(others.toReversed())

  const tint = (label: string) => jar(`Lip Tint ${label}`, { article: 'Lip Tint', choiceLabel: label })
  const [, clay] = [await tint('Ruby'), await tint('Clay')]
  const balm = await jar('Balm', { goesWith: [...goesWith, clay] })
  expect(await alike(balm)).toEqual(['Glow Serum', ...others.toReversed().slice(0, 3)])
})
