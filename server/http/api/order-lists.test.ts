import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { AdminOrderResponse } from '#contract/orders.ts'
import { orders } from '#server/features/orders/tables.ts'
import { placeThreeOrders } from '#server/testing/sample-orders.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openTestShop()
const { ask, context } = shop
const { db } = context
afterAll(shop.close)

const { admin, driver, jar, ama, kofi, yaa } = await placeThreeOrders(shop)

function list(query = '') {
  return ask<{ orders: AdminOrderResponse[] }>('GET', `/api/orders${query}`, { token: admin.token })
}

async function found(params: Record<string, string>): Promise<string[]> {
  const { status, body } = await list(`?${new URLSearchParams(params)}`)
  expect(status).toBe(200)
  return body.orders.map(({ tracking_code }) => tracking_code)
}

test('the admin’s list has all that it shows of an order, newest first', async () => {
  const { body } = await list()
  expect(body.orders.map(({ id }) => id)).toEqual([yaa.id, kofi.id, ama.id])
  expect(body.orders[1]).toEqual({
    id: kofi.id,
    tracking_code: 'KOF002',
    order_status: 'Shipped',
    created_at: '2026-03-06T09:00:00.000Z',
    updated_at: '2026-03-07T09:00:00.000Z',
    customer_name: 'Kofi (Jr.) Owusu_5%',
    customer_email: 'kofi.o@example.com',
    customer_phone: '+233 20 987 6543',
    shipping_address: 'House 4, behind the post office, Kumasi, Ashanti, AK-039-5028',
    delivery_option: 'delivery_service',
    payment_method: 'mtn_momo',
    payment_state: 'Awaiting payment',
    items: [
      {
        product_id: jar,
        product_name: 'Shea',
        quantity: 1,
        price_per_item: 85,
        total_price: 85,
      },
    ],
    subtotal: 85,
    delivery_fee: 45,
    discounts: [],
    discount_total: 0,
    order_total: 130,
    refunded: 0,
    amount_to_collect: 0,
    to_pay_back: 0,
    to_confirm: [],
    customer_note: '',
    gift_note: '',
    cash: null,
    attempts: 0,
    last_attempt: null,
    to_decide_since: null,
    deliver_on: null,
    deliver_slot: null,
    return_state: null,
    driver_id: driver.viewer.id,
    driver_name: 'driver',
  })
})

test('a list comes in the quickest form that takes fewer bytes, in each that a caller may ask for; a few bytes come as they are', async () => {
  const inForm = async (encoding: string, url = '/api/orders') => {
    const headers = { authorization: `Bearer ${admin.token}`, 'accept-encoding': encoding }
    const { headers: got, rawPayload } = await shop.app.inject({ url, headers })
    expect(Number(got['content-length'])).toBe(rawPayload.length)
    return { form: got['content-encoding'], vary: got.vary, bytes: rawPayload }
  }
  const plain = await inForm('identity')
  expect(plain).toMatchObject({ form: undefined, vary: 'accept-encoding' })
  const zstd = await inForm('gzip, deflate, br, zstd')
  expect(zstd).toMatchObject({ form: 'zstd', vary: 'accept-encoding' })
  expect(zstdDecompressSync(zstd.bytes)).toEqual(plain.bytes)
  expect(zstd.bytes.length).toBeLessThan(plain.bytes.length / 3)
  const brotli = await inForm('gzip, br')
  expect([brotli.form, brotliDecompressSync(brotli.bytes)]).toEqual(['br', plain.bytes])
  const gzip = await inForm('gzip, br;q=0')
  expect([gzip.form, gunzipSync(gzip.bytes)]).toEqual(['gzip', plain.bytes])
  expect((await inForm('gzip, deflate, br, zstd', '/api/auth/check-admin')).form).toBeUndefined()
})

test('orders are filtered by status in any case; all or nothing means every status', async () => {
  expect(await found({ status: 'shipped' })).toEqual(['KOF002'])
  expect(await found({ status: 'Pending' })).toEqual(['YAA003', 'AMA001'])
  for (const status of ['', 'all', 'All']) expect(await found({ status })).toHaveLength(3)
  for (const query of [
    '?status=Returned',
    '?status=Pending&status=Shipped',
    '?status[]=Pending',
    '?sort=id',
  ]) {
    expect((await list(query)).status).toBe(400)
  }
})

test('both days of a range count in full', async () => {
  expect(await found({ from: '2026-03-06' })).toEqual(['YAA003', 'KOF002'])
  expect(await found({ to: '2026-03-06' })).toEqual(['KOF002', 'AMA001'])
  expect(await found({ from: '2026-03-06', to: '2026-03-06', status: 'shipped' })).toEqual(['KOF002'])
  expect(await found({ from: '', to: '' })).toHaveLength(3)
  expect((await list('?from=2026-02-30')).status).toBe(400)
})

test('lists come in pages, and the headers say how many there are', async () => {
  const newest = await list('?limit=2')
  expect(newest.body.orders.map(({ id }) => id)).toEqual([yaa.id, kofi.id])
  expect(newest.headers['x-total-count']).toBe('3')
  const { body, headers } = await list('?limit=2&page=2')
  expect(body.orders.map(({ id }) => id)).toEqual([ama.id])
  expect(headers['x-total-count']).toBe('3')
  expect(headers.link).toContain('</api/orders?limit=2&page=1>; rel="prev"')
  expect((await list('?limit=101')).status).toBe(400)
})

test('the export has what the filters show, as a file named by status and time', async () => {
  const csv = await ask<string>('GET', '/api/orders.csv?status=shipped', { token: admin.token })
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.headers['content-disposition']).toBe(
    'attachment; filename="orders-shipped-2026-03-07T09-00-00Z.csv"',
  )
  const [header, row, end] = csv.body.split('\r\n')
  expect(header).toMatch(/^\uFEFFOrder,"Tracking code","Placed \(GMT\)",Status,Customer/)
  expect(row).toContain(`${kofi.id},KOF002,"2026-03-06 09:00:00",Shipped,"Kofi (Jr.) Owusu_5%",0209876543,`)
  expect(end).toBe('')
  const all = await ask<string>('GET', '/api/orders.csv?q=^(ama|yaa)', { token: admin.token })
  expect(all.body.split('\r\n')).toHaveLength(4)
  expect(all.headers['content-disposition']).toContain('orders-all-')
})

test('an export of more than one batch has every order once', { tags: 'faults' }, async () => {
  const [template] = await db.select().from(orders).where(eq(orders.id, ama.id))
  if (template === undefined) throw new Error('The first order is gone')
  const { id: _, ...rest } = template
  const copies = Array.from({ length: 1_201 }, (__, n) => ({
    ...rest,
    customerName: 'Copy',
    trackingCode: `X${String(n).padStart(5, '0')}`,
    searchText: 'copied',
    requestKey: null,
  }))
  await db.insert(orders).values(copies)
  const { body } = await ask<string>('GET', '/api/orders.csv?q=copied', { token: admin.token })
  const codes = body
    .split('\r\n')
    .slice(1, -1)
    .map((row) => row.split(',')[1])
  expect([codes.length, new Set(codes).size]).toEqual([1_201, 1_201])
  await db.delete(orders).where(eq(orders.customerName, 'Copy'))
})
