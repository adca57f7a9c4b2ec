import { expect, onTestFinished, test } from 'vitest'
import type { ChangesResponse } from '#contract/dashboard.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import type { SettingsResponse } from '#contract/settings-form.ts'
import { accraAreas } from '#rules/delivery-fee.ts'
import type { SettingsForm } from '#rules/settings-fields.ts'
import { item, orderBody, post, stockOf } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop, type TestShopSetup } from '#server/testing/test-shop.ts'

async function world(setup: TestShopSetup = {}) {
  const opened = await openTestShop(setup)
  onTestFinished(opened.close)
  const { ask, signedInAs } = opened
  const { token, viewer } = await signedInAs('admin')
  return {
    ...opened,
    boss: viewer,
    read: async () => (await ask<SettingsResponse>('GET', '/api/settings', { token })).body,
    save: (version: number, settings: object) =>
      ask<SettingsResponse & RefusalResponse & { changed?: string[] }>('PUT', '/api/settings', {
        token,
        body: { version, settings },
      }),
    changes: async () =>
      (await ask<ChangesResponse>('GET', '/api/changes?thing=settings', { token })).body.changes,
  }
}

const everywhere = { region: null, cities: [], fee: 45 }

test('a new shop shows the values of the specification, with its fees in cedis', async () => {
  const { read } = await world()
  const { version, settings, can_pay_online } = await read()
  expect({ version, can_pay_online }).toEqual({ version: 0, can_pay_online: true })
  expect(settings).toMatchObject({
    shop_name: 'Adom Beauty',
    chat_number: '1234567890',
    sale_banner: { is_on: true, title: 'Grand Opening Sale Coming Soon!', ends_at: '2025-07-30T23:59:59Z' },
    payment_methods: { whatsapp: true, mtn_momo: true },
    low_stock_level: 5,
  })
  expect(settings.delivery_fees[1]).toEqual({ region: null, cities: ['Tema', 'Nsawam'], fee: 55 })
})

test('what is saved holds; what was not sent stays; numbers and addresses are put into one spelling', async () => {
  const { read, save, shop } = await world()
  const { settings: before } = await read()
  const { status, body } = await save(0, {
    chat_number: ' 024 123 4567 ',
    social: { ...before.social, instagram: 'instagram.com/adom' },
    low_stock_level: 9,
  })
  expect(status).toBe(200)
  expect(body.settings).toEqual({
    ...before,
    chat_number: '233241234567',
    social: { ...before.social, instagram: 'https://instagram.com/adom' },
    low_stock_level: 9,
  } satisfies SettingsForm)
  expect(body.version).toBe(1)
  expect(await shop.settings.read()).toMatchObject({ chatNumber: '233241234567', lowStockLevel: 9 })
})

test('the fee table is kept with the most specific place first, and prices the next order', async () => {
  const opened = await world()
  const { save, context } = opened
  const fees = [
    { region: 'Volta', cities: [], fee: 30 },
    { region: null, cities: ['Ho'], fee: 12.5 },
    everywhere,
  ]
  const { body } = await save(0, { delivery_fees: fees })
  expect(body.settings.delivery_fees.map(({ fee }) => fee)).toEqual([12.5, 30, 45])
  const jar = await shelve(context)
  const toHo = orderBody([item(jar)], { state: 'Volta', city: ' HO ' })
  expect((await post(opened, toHo)).body).toMatchObject({ delivery_fee: 12.5, order_total: 132.5 })
})

test('an order of so much is brought for nothing where the fee table says so, and agreed on as the customer saw it', async () => {
  const opened = await world()
  const { save, context } = opened
  const fees = [{ region: null, cities: ['Ho'], fee: 12.5, free_from: 300 }, everywhere]
  expect((await save(0, { delivery_fees: fees })).body.settings.delivery_fees[0]).toEqual(fees[0])
  const jar = await shelve(context, { price: 15_000, stock: 10 })
  const toHo = (quantity: number, delivery_fee?: number) =>
    post(opened, orderBody([{ ...item(jar), quantity }], { state: 'Volta', city: 'Ho', delivery_fee }))
  expect((await toHo(1)).body).toMatchObject({ subtotal: 150, delivery_fee: 12.5 })
  expect((await toHo(2)).body).toMatchObject({ subtotal: 300, delivery_fee: 0, order_total: 300 })
  expect((await toHo(2, 12.5)).status).toBe(409)
  const { status, body } = await save(1, { delivery_fees: [{ ...everywhere, free_from: 0 }] })
  expect([status, body.fields]).toEqual([
    400,
    { 'settings.delivery_fees.0.free_from': 'Please enter an amount such as 300, or nothing' },
  ])
})

test('mistakes are told at their fields and change nothing', async () => {
  const { read, save } = await world()
  const { status, body } = await save(0, {
    shop_name: ' ',
    social: { instagram: 'javascript:alert(1)', facebook: '', tiktok: '', x: '', youtube: '' },
    delivery_fees: [{ region: null, cities: ['Tema'], fee: -1 }, everywhere],
    low_stock_level: 5,
  })
  expect([status, body.code]).toEqual([400, 'invalid_input'])
  expect(body.fields).toEqual({
    'settings.shop_name': 'Please enter the name of the shop',
    'settings.social.instagram': 'Please enter an address such as example.com/shop',
    'settings.delivery_fees.0.fee': 'Please enter an amount such as 45 or 45.50',
  })
  expect((await read()).version).toBe(0)
})

test('unknown settings, an empty change and odd shapes are refused', async () => {
  const { save } = await world()
  for (const settings of [
    {},
    { colour: 'red' },
    { delivery_fees: [] },
    { delivery_fees: [{ ...everywhere, region: 'Atlantis' }] },
    { low_stock_level: '5' },
    { sale_banner: { is_on: true, title: 'Sale', ends_at: 'tomorrow' } },
    { shop_name: 'a\0b' },
  ]) {
    expect((await save(0, settings)).status).toBe(400)
  }
})

test('whoever saves an older view of the same thing is told what changed; other things are saved', async () => {
  const { read, save } = await world()
  const { version } = await read()
  expect((await save(version, { low_stock_level: 7 })).status).toBe(200)
  const late = await save(version, { low_stock_level: 8, shop_name: 'Adom' })
  expect(late).toMatchObject({
    status: 409,
    body: {
      code: 'conflict',
      error: 'Somebody else has changed the low-stock level meanwhile.',
      changed: ['low_stock_level'],
    },
  })
  expect((await read()).settings).toMatchObject({ low_stock_level: 7, shop_name: 'Adom Beauty' })
  expect((await save(version, { shop_name: 'Adom' })).status).toBe(200)
  expect((await save(version, { low_stock_level: 7 })).status).toBe(200)
  expect((await save((await read()).version, { low_stock_level: 8 })).status).toBe(200)
})

test('of ten who save the same thing at once, one is first and nine are told', async () => {
  const { save } = await world()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => save(0, { low_stock_level: 20 + n })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
})

test('one way to pay must stay, and without a gateway that is WhatsApp', async () => {
  const online = { payment_methods: { whatsapp: false, mtn_momo: true } }
  const withGateway = await world()
  expect((await withGateway.save(0, { payment_methods: { whatsapp: false, mtn_momo: false } })).status).toBe(
    400,
  )
  expect((await withGateway.save(0, online)).status).toBe(200)
  const without = await world({ settings: { PAYMENT_GATEWAY: 'none' } })
  expect((await without.read()).can_pay_online).toBe(false)
  expect((await without.save(0, online)).body.fields).toEqual({
    'settings.payment_methods': 'Please leave at least one way to pay',
  })
})

test('a way to pay that is switched off takes no new order, and nothing from the shelf', async () => {
  const opened = await world()
  const jar = await shelve(opened.context)
  await opened.save(0, { payment_methods: { whatsapp: false, mtn_momo: true } })
  const { status, body } = await post<RefusalResponse>(opened, orderBody([item(jar)]))
  expect([status, body.fields]).toEqual([
    400,
    { payment_method: 'This way to pay is not offered at the moment' },
  ])
  expect(await stockOf(opened.context, jar)).toBe(10)
})

test('e-mails bear the name of the shop', async () => {
  const { save, ask, mails } = await world()
  await save(0, { shop_name: 'Glow & <b>Co</b>' })
  await ask('POST', '/api/auth/signup', { body: { email: 'ama@example.com', password: 'kente cloth' } })
  const email = (await mails()).find(({ to }) => to === 'ama@example.com')
  expect(email?.text).toContain('Welcome to Glow & <b>Co</b>!')
  expect(email?.html).toContain('Welcome to Glow &amp; &lt;b&gt;Co&lt;/b&gt;!')
  expect(email?.html).not.toContain('<b>Co')
})

test('every change is in the list with who, when, before and after, in words', async () => {
  const { save, changes, boss, clock } = await world()
  clock.forward({ minutes: 5 })
  await save(0, {
    delivery_fees: [{ region: null, cities: ['Tema', 'Nsawam'], fee: 60 }, everywhere],
    low_stock_level: 5,
  })
  expect(await changes()).toEqual([
    {
      id: expect.any(Number),
      at: clock().toISOString(),
      by: { id: boss.id, name: 'admin', email: 'admin@example.com' },
      thing: 'settings',
      thing_id: 'delivery_fees',
      thing_name: null,
      action: 'changed the delivery fees',
      before: {
        [`Accra, ${accraAreas.slice(0, -1).join(', ')} and Spintex (Greater Accra)`]: 'Ghs 0.00',
        'Other places in Greater Accra': 'Ghs 45.00',
        'Tema and Nsawam': 'Ghs 55.00',
      },
      after: { 'Tema and Nsawam': 'Ghs 60.00' },
    },
  ])
})

test('a change is heard by every process, so that no cached page is old', async () => {
  const { save, context } = await world()
  const heard: string[] = []
  onTestFinished(context.invalidation.subscribe((change) => heard.push(change)))
  await save(0, { shop_name: 'Adom' })
  expect(heard).toContain('settings')
})
