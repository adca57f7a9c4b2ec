import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import type { DashboardResponse } from '#contract/dashboard.ts'
import type { DriverCashResponse } from '#contract/delivery.ts'
import { item, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, clock, signedInAs, context } = shop
afterAll(shop.close)

const { token } = await signedInAs('admin')

/** As a spreadsheet opens it. */
async function openExport(query = ''): Promise<Record<string, string>[]> {
  const { body } = await ask<string>('GET', `/api/orders.csv${query}`, { token })
  return parse(body, { bom: true, columns: true, record_delimiter: '\r\n' })
}

test('an opened export has in each cell what the customer wrote, whatever that was', async () => {
  const jar = await shelve(context, { name: 'Shea; "raw", 2 × 50 ml', price: 8_550 })
  const soap = await shelve(context, { name: '=SUM(A1:A9)', price: 2_000 })
  const { id } = await place(shop, [item(jar, 2), item(soap)], {
    customer_name: 'Ɛfua "Naa" Ɔkɔmfo, Jr.',
    customer_email: 'Efua+shop@example.com',
    customer_phone: '+233 24 123 4567',
    address: 'House 4, "Blue Gate"\nbehind Shell;\r\nask for Kofi',
    tracking_code: 'EFU001',
  })
  expect(await openExport()).toEqual([
    {
      Order: String(id),
      'Tracking code': 'EFU001',
      'Placed (GMT)': '2026-03-05 09:00:00',
      Status: 'Pending',
      Customer: 'Ɛfua "Naa" Ɔkɔmfo, Jr.',
      Phone: '0241234567',
      Email: 'efua+shop@example.com',
      Address: 'House 4, "Blue Gate"\nbehind Shell;\r\nask for Kofi, Kumasi, Ashanti, AK-039-5028',
      Items: '2 x Shea; "raw", 2 × 50 ml; 1 x =SUM(A1:A9)',
      'Subtotal (Ghs)': '191.00',
      'Delivery (Ghs)': '45.00',
      'Total (Ghs)': '236.00',
      'Delivery option': 'Delivery service',
      'Payment method': 'Pay on delivery by WhatsApp',
      'Payment state': 'Pay on delivery',
      'To collect (Ghs)': '236.00',
      Driver: '',
      'Discount (Ghs)': '0.00',
      Discounts: '',
      'Delivery day': '',
    },
  ])
})

test.each([['=HYPERLINK("http://evil.example","Pay")'], ['+1+1'], ['-2+3'], ['@SUM(1)'], ['＝1+1']])(
  'a customer called %s cannot start a formula, and the name stays readable',
  async (name) => {
    clock.forward({ minutes: 11 })
    const jar = await shelve(context)
    await place(shop, [item(jar)], { customer_name: name })
    const [row] = await openExport()
    expect(row?.Customer).toBe(`'${name}`)
  },
)

test('the list says how many rows the export will have, exactly, for filters by status and day', async () => {
  const jar = await shelve(context, { stock: 100 })
  clock.forward({ days: 2 })
  const admin = await signedInAs('admin')
  const today = clock().toISOString().slice(0, 10)
  for (let n = 0; n < 4; n++) {
    clock.forward({ minutes: 11 })
    await place(shop, [item(jar)])
  }
  const query = `?status=Pending&from=${today}&to=${today}`
  const { headers } = await ask('GET', `/api/orders${query}&limit=2`, { token: admin.token })
  const { body } = await ask<string>('GET', `/api/orders.csv${query}`, { token: admin.token })
  const rows: unknown[] = parse(body, { bom: true, columns: true })
  expect([headers['x-total-count'], rows.length]).toEqual(['4', 4])
})

test('what a driver was given is not to be collected again, and the column adds up to what the dashboard says is still to come', async () => {
  const jar = await shelve(context, { price: 10_000, stock: 100 })
  const driver = await signedInAs('driver')
  const deliver = async (code: string, cash: { collected: number; reason: string }) => {
    clock.forward({ minutes: 11 })
    const { id } = await place(shop, [item(jar)], { tracking_code: code })
    await ask('PUT', '/api/orders/drivers', { token, body: { order_ids: [id], driver_id: driver.viewer.id } })
    await ask('PUT', `/api/orders/${id}`, { token, body: { status: 'Shipped' } })
    const step = { token: driver.token, body: { status: 'Delivered', cash } }
    expect((await ask('PUT', `/api/orders/${id}`, step)).status).toBe(200)
  }
  await deliver('COUNT1', { collected: 145, reason: '' })
  const { body: books } = await ask<DriverCashResponse[]>('GET', '/api/cash', { token })
  const handOver = { driver_id: driver.viewer.id, counted: 145, last_entry: books[0]?.last_entry }
  const headers = { 'idempotency-key': randomUUID() }
  expect((await ask('POST', '/api/hand-overs', { token, body: handOver, headers })).status).toBe(201)
  await deliver('WHOLE1', { collected: 145, reason: '' })
  await deliver('PART01', { collected: 100, reason: 'Had no more' })
  await deliver('NONE01', { collected: 0, reason: 'Pays tomorrow' })
  const waiting = { payment_method: 'mtn_momo' as const, tracking_code: 'ONLINE' }
  await place(shop, [item(jar)], waiting)
  clock.forward({ minutes: 11 })
  const { id: cancelled } = await place(shop, [item(jar)], { tracking_code: 'GONE01' })
  await ask('PUT', `/api/orders/${cancelled}`, { token, body: { status: 'Cancelled' } })
  const rows = await openExport()
  const moneyOf = (code: string) => {
    const row = rows.find((each) => each['Tracking code'] === code)
    return [row?.['Payment state'], row?.['To collect (Ghs)']]
  }
  expect(moneyOf('COUNT1')).toEqual(['Cash received', '0.00'])
  expect(moneyOf('WHOLE1')).toEqual(['Cash with driver', '0.00'])
  expect(moneyOf('PART01')).toEqual(['Part of the cash', '45.00'])
  expect(moneyOf('NONE01')).toEqual(['No cash collected', '145.00'])
  expect(moneyOf('ONLINE')).toEqual(['Awaiting payment', '0.00'])
  expect(moneyOf('GONE01')).toEqual(['Nothing to pay', '0.00'])
  const { body } = await ask<DashboardResponse>('GET', '/api/dashboard', { token })
  expect(rows.reduce((sum, row) => sum + Number(row['To collect (Ghs)']), 0)).toBe(body.stillToCome)
})
