import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { OrderDetailResponse } from '#contract/admin-orders.ts'
import type { ProductResponse } from '#contract/catalogue.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { correctStock } from '#server/features/catalogue/stock.ts'
import { products } from '#server/features/catalogue/tables.ts'
import { checkInvariants } from '#server/features/orders/invariants.ts'
import { tellWhoWaits } from '#server/features/stock-alerts/stock-alerts.ts'
import { stockAlerts } from '#server/features/stock-alerts/tables.ts'
import { uploadForm } from '#server/testing/forms.ts'
import { openProductOffice } from '#server/testing/product-office.ts'
import { item, orderBody, place, post, postPatiently, stockOf } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'

const office = await openProductOffice()
const { ask, context, clock, token, add, edit, read, changesOf } = office
afterAll(office.close)

function partsOf(parts: readonly (readonly [id: number, quantity: number])[]): string {
  return JSON.stringify(parts.map(([product_id, quantity]) => ({ product_id, quantity })))
}

let names = 0

/** Two butters and a soap for Ghs 250, of seven butters and nine soaps. */
async function openSet({ butters = 7, soaps = 9 } = {}) {
  const butter = await shelve(context, { name: 'Butter', price: 10_000, stock: butters })
  const soap = await shelve(context, { name: 'Soap', price: 9_000, stock: soaps })
  const name = `Routine ${names++}`
  const set_parts = partsOf([
    [butter, 2],
    [soap, 1],
  ])
  const { status, body } = await add({ name, price: '250', stock_quantity: '40', set_parts })
  expect(status).toBe(201)
  return { set: body.id, butter, soap, name }
}

async function stockShown(id: number): Promise<number> {
  return (await ask<ProductResponse>('GET', `/api/products/${id}`)).body.stock_quantity
}

test('a set has the stock that its parts allow, whatever the form says, and says what is in it', async () => {
  const { set, butter, soap } = await openSet()
  const { body } = await ask<ProductResponse>('GET', `/api/products/${set}`)
  expect(body).toMatchObject({
    price: 250,
    stock_quantity: 3,
    set_parts: [
      { product_id: butter, name: 'Butter', quantity: 2, price: 100 },
      { product_id: soap, name: 'Soap', quantity: 1, price: 90 },
    ],
  })
  await place(office, [item(butter, 4)])
  expect(await stockShown(set)).toBe(1)
  const { body: list } = await ask<ProductResponse[]>('GET', '/api/products?limit=100')
  expect(list.find(({ id }) => id === set)?.stock_quantity).toBe(1)
  const { body: scarce } = await ask<ProductResponse[]>('GET', '/api/products?low_stock=1', { token })
  expect(scarce.map(({ id }) => id)).toContain(set)
  await correctStock(context.db, { productId: butter, counted: 100, actorId: null, at: clock() })
  await correctStock(context.db, { productId: soap, counted: 60, actorId: null, at: clock() })
  const { body: plenty } = await ask<ProductResponse[]>('GET', '/api/products?low_stock=1', { token })
  expect(plenty.map(({ id }) => id)).not.toContain(set)
  expect(await checkInvariants(context.db)).toEqual([])
})

test('an order of a set takes its parts, names them for ever, and gives back what it took', async () => {
  const { set, butter, soap, name } = await openSet()
  const other = await shelve(context, { name: 'Oil', stock: 5 })
  const details = { customer_email: 'routine@example.com' }
  const { id } = await place(office, [item(set, 2, 250), item(butter, 1)], details)
  expect([await stockOf(context, butter), await stockOf(context, soap)]).toEqual([2, 7])
  const mail = (await office.mails()).find(({ to }) => to === details.customer_email)
  expect(mail?.text).toContain(`2 x ${name} (2 × Butter, 1 × Soap): Ghs 500.00\n1 x Butter: Ghs 100.00`)

  const changed = partsOf([
    [other, 1],
    [soap, 3],
  ])
  expect((await edit(set, { price: '250', set_parts: changed })).status).toBe(200)
  const { body } = await ask<OrderDetailResponse>('GET', `/api/orders/${id}`, { token })
  expect(body.items[0]).toMatchObject({
    product_id: set,
    quantity: 2,
    price_per_item: 250,
    parts: [
      { product_id: butter, name: 'Butter', quantity: 2 },
      { product_id: soap, name: 'Soap', quantity: 1 },
    ],
  })
  expect(body.items[1]).not.toHaveProperty('parts')

  const put = (status: string) => ask('PUT', `/api/orders/${id}`, { token, body: { status } })
  await put('Cancelled')
  expect([await stockOf(context, butter), await stockOf(context, soap)]).toEqual([7, 9])
  expect(await stockOf(context, other)).toBe(5)
  await put('Processing')
  expect([await stockOf(context, butter), await stockOf(context, soap)]).toEqual([2, 7])
  await put('Cancelled')
  await place(office, [item(butter, 3)])
  expect(await put('Processing')).toMatchObject({ status: 409, body: { code: 'out_of_stock' } })
  expect(await checkInvariants(context.db)).toEqual([])
})

test('a set and its part in one cart share the jars; the refusal says how many of each are left', async () => {
  const { set, butter } = await openSet()
  const { status, body } = await post<RefusalResponse>(office, orderBody([item(set, 3), item(butter, 2)]))
  expect(status).toBe(409)
  expect(body).toMatchObject({
    code: 'out_of_stock',
    error: 'Only 1 of Butter left.',
    items: [{ product_id: butter, quantity: 2, available: 1 }],
  })
  const tooMany = await post<RefusalResponse>(office, orderBody([item(butter, 6), item(set, 1)]))
  expect(tooMany.body).toMatchObject({ items: [{ product_id: set, available: 0 }] })
  await place(office, [item(set, 3), item(butter, 1)])
  expect(await stockOf(context, butter)).toBe(0)
})

test('set and part bought by many at once: no jar is sold twice, and all that are there are sold', async () => {
  const { set, butter, soap } = await openSet({ butters: 10, soaps: 4 })
  const carts = [[item(set)], [item(butter)], [item(soap), item(set)], [item(set), item(butter, 2)]]
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      postPatiently(office, orderBody(carts[n % 4] ?? []), { key: `crowd ${n}` }),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
  const [butters = -1, soaps = -1] = [await stockOf(context, butter), await stockOf(context, soap)]
  // The soap is what is scarce: the last one went to somebody, or else the butter did.
  expect(Math.min(butters, soaps)).toBe(0)
  expect(await stockShown(set)).toBe(0)
  expect(await checkInvariants(context.db)).toEqual([])
})

test('a set that is changed while it is ordered is sold as one or as the other, never in between', {
  tags: 'faults',
}, async () => {
  const { set, butter, soap } = await openSet({ butters: 500, soaps: 500 })
  const oil = await shelve(context, { name: 'Oil', stock: 500 })
  const contents = [
    partsOf([
      [oil, 1],
      [butter, 1],
    ]),
    partsOf([
      [butter, 2],
      [soap, 1],
    ]),
  ]
  const changing = async () => {
    for (let round = 0; round < 6; round++)
      expect((await edit(set, { price: '250', set_parts: contents[round % 2] })).status).toBe(200)
  }
  const buying = Array.from({ length: 16 }, (_, n) =>
    postPatiently(office, orderBody([item(set), item(n % 2 ? oil : soap)]), { key: `meanwhile ${n}` }),
  )
  const [answers] = await Promise.all([Promise.all(buying), changing()])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(await checkInvariants(context.db)).toEqual([])
})

test('sets cannot contain sets, nor themselves, nor what is gone; and jars are not hidden in them', async () => {
  const { set, butter, name } = await openSet()
  const jar = await shelve(context, { name: 'Jar' })
  const mistakeOf = async (answer: ReturnType<typeof add>) => (await answer).body.fields?.set_parts
  const pair = (id: number) => partsOf([[id, 2]])
  expect(await mistakeOf(add({ set_parts: pair(set) }))).toMatch(/sets cannot contain sets/)
  expect(await mistakeOf(edit(set, { set_parts: pair(set) }))).toMatch(/contain itself/)
  expect(await mistakeOf(edit(butter, { set_parts: pair(jar), stock_quantity: '0' }))).toMatch(/in stock/)
  await correctStock(context.db, { productId: butter, counted: 0, actorId: null, at: clock() })
  expect(await mistakeOf(edit(butter, { set_parts: pair(jar) }))).toMatch(
    new RegExp(`part of the set ${name}`),
  )
  expect(await mistakeOf(add({ set_parts: pair(2_000_000) }))).toMatch(/no longer in the shop/)
  expect(await mistakeOf(add({ set_parts: partsOf([[jar, 1]]) }))).toMatch(/two pieces/)
  expect(await mistakeOf(add({ set_parts: 'nonsense' }))).toMatch(/list of products/)
})

test('what orders hold cannot become a set, or their jars would come back to nowhere; cancelled ones stay so', async () => {
  const [jar, soap] = [await shelve(context, { name: 'Jar', stock: 2 }), await shelve(context, { stock: 9 })]
  const { id } = await place(office, [item(jar, 2)])
  const put = (status: string) =>
    ask<RefusalResponse>('PUT', `/api/orders/${id}`, { token, body: { status } })
  const become = () => edit(jar, { stock_quantity: '0', set_parts: partsOf([[soap, 2]]) })
  expect((await become()).body.fields?.set_parts).toMatch(/sold by itself/)
  await put('Delivered')
  expect((await become()).body.fields?.set_parts).toMatch(/sold by itself/)
  await put('Cancelled')
  expect(await stockOf(context, jar)).toBe(2)
  await correctStock(context.db, { productId: jar, counted: 0, actorId: null, at: clock() })
  expect((await become()).status).toBe(200)
  expect(await stockShown(jar)).toBe(4)
  expect(await put('Pending')).toMatchObject({
    status: 409,
    body: { code: 'out_of_stock', items: [{ product_id: jar, quantity: 2, available: 0 }] },
  })
  expect(await stockOf(context, soap)).toBe(9)
  expect(await checkInvariants(context.db)).toEqual([])
})

test('a part of a set is not deleted without it; a hidden one makes the set unavailable, and stays unnamed', async () => {
  const { set, butter, soap, name } = await openSet()
  const refused = await ask<RefusalResponse>('DELETE', `/api/products/${soap}`, { token })
  expect(refused).toMatchObject({
    status: 409,
    body: {
      error: `Soap is part of the set ${name}. Please take it out of the set first, or delete the set too.`,
    },
  })
  const bulk = (body: object) => ask<RefusalResponse>('POST', '/api/products/bulk', { token, body })
  expect((await bulk({ action: 'delete', ids: [butter] })).status).toBe(409)
  await bulk({ action: 'hide', ids: [soap] })
  const { body } = await ask<ProductResponse>('GET', `/api/products/${set}`)
  expect(body).toMatchObject({ stock_quantity: 0, set_parts: [{ name: 'Butter' }] })
  expect((await read(set)).set_parts).toMatchObject([{ name: 'Butter' }, { name: 'Soap', is_sold: false }])
  const answer = await post<RefusalResponse>(office, orderBody([item(set)]))
  expect(answer).toMatchObject({ status: 409, body: { error: `${name} is out of stock.` } })
  await bulk({ action: 'show', ids: [soap] })
  expect(await stockShown(set)).toBe(3)
  expect((await bulk({ action: 'delete', ids: [butter, soap, set] })).status).toBe(200)
})

test('what becomes no set any more begins with no stock; its changes are written down', async () => {
  const { set } = await openSet()
  const body = { action: 'set_stock', stock_quantity: 5, products: [{ id: set }] }
  expect(await ask('POST', '/api/products/bulk', { token, body })).toMatchObject({ status: 409 })
  const seen = await read(set)
  await edit(set, { stock_quantity: String(seen.stock_quantity), seen_stock: String(seen.stock_quantity) })
  expect((await read(set)).set_parts).toHaveLength(2)
  await edit(set, { stock_quantity: '0', seen_stock: '0', set_parts: '[]' })
  const after = await read(set)
  expect(after.stock_quantity).toBe(0)
  expect(after).not.toHaveProperty('set_parts')
  const entries = await changesOf(set)
  expect(entries.at(-1)?.before).toMatchObject({ set_parts: '2 × Butter, 1 × Soap' })
  expect(await checkInvariants(context.db)).toEqual([])
})

test.each([
  { case: 'as the form saw it', seen: '0', typed: '5', stock: 5 },
  { case: 'beside what the parts allow', seen: '3', typed: '5', stock: 5 },
  { case: 'left as it was seen', seen: '3', typed: '3', stock: 0 },
  { case: 'as a count', seen: undefined, typed: '5', stock: 5 },
])('the stock typed while a set is dissolved holds, $case', async ({ seen, typed, stock }) => {
  const { set } = await openSet()
  const answer = await edit(set, { stock_quantity: typed, seen_stock: seen, set_parts: '[]' })
  expect(answer).toMatchObject({ status: 200, body: { stock_quantity: stock } })
  expect(await checkInvariants(context.db)).toEqual([])
})

test('over the counter a set with a hidden part can be sold, as the part itself can; one with a removed part cannot', async () => {
  const { set, butter, soap } = await openSet()
  const sell = () =>
    ask('POST', '/api/products/update-stock', { token, body: [{ productId: set, quantity: 1 }] })
  await ask('POST', '/api/products/bulk', { token, body: { action: 'hide', ids: [soap] } })
  expect((await sell()).status).toBe(200)
  expect([await stockOf(context, butter), await stockOf(context, soap)]).toEqual([5, 8])
  await context.db.update(products).set({ removedAt: clock() }).where(eq(products.id, soap))
  expect((await sell()).status).toBe(409)
  expect([await stockOf(context, butter), await stockOf(context, soap)]).toEqual([5, 8])
})

test('sold over the counter, a set takes its parts; a spreadsheet leaves it as it is', async () => {
  const { set, butter, soap } = await openSet()
  const sold = await ask('POST', '/api/products/update-stock', {
    token,
    body: [
      { productId: set, quantity: 2 },
      { productId: butter, quantity: 1 },
    ],
  })
  expect(sold).toMatchObject({
    status: 200,
    body: {
      updated: [
        { productId: butter, stock_quantity: 2 },
        { productId: soap, stock_quantity: 7 },
      ],
    },
  })
  const { body: sheet } = await ask<string>('GET', '/api/products.csv', { token })
  await place(office, [item(butter, 1)])
  const file = { bytes: Buffer.from(sheet), name: 'products.csv', type: 'text/csv' }
  const form = await uploadForm([['file', file]])
  const imported = await ask<{ mistakes: unknown[] }>('POST', '/api/products/import', { token, ...form })
  expect(imported.body.mistakes).toEqual([])
  expect((await read(set)).set_parts).toHaveLength(2)
  expect(await checkInvariants(context.db)).toEqual([])
})

test('whoever waits for a set is told when the part that was missing is back', async () => {
  const { set, soap } = await openSet({ soaps: 0 })
  const url = `/api/products/${set}/back-in-stock`
  expect((await ask('POST', url, { body: { contact: 'waits@example.com' } })).status).toBe(201)
  await tellWhoWaits(context)
  const waiting = () => context.db.$count(stockAlerts, eq(stockAlerts.productId, set))
  expect(await waiting()).toBe(1)
  await correctStock(context.db, { productId: soap, counted: 4, actorId: null, at: clock() })
  await tellWhoWaits(context)
  expect(await waiting()).toBe(0)
})
