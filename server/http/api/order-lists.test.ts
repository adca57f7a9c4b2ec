import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { AdminOrderAnswer, DriverOrderAnswer, OwnOrderAnswer } from '../../../contract/orders.ts'
import { users } from '../../features/accounts/tables.ts'
import { orders } from '../../features/orders/tables.ts'
import { item, place } from '../../testing/sample-orders.ts'
import { shelve } from '../../testing/sample-rows.ts'
import { openTestShop } from '../../testing/test-shop.ts'

const shop = await openTestShop()
const { ask, clock, signedInAs, tools } = shop
const { db } = tools
afterAll(shop.close)

const admin = await signedInAs('admin')
const driver = await signedInAs('driver')
const jar = await shelve(tools, { name: 'Shea', price: 8_500, stock: 900 })

const ama = await place(shop, [item(jar, 2)], { customer_name: 'Ama Mensah', tracking_code: 'AMA001' })
clock.forward({ days: 1 })
const kofi = await place(shop, [item(jar)], {
  customer_name: 'Kofi (Jr.) Owusu_5%',
  customer_email: 'Kofi.O@Example.com',
  customer_phone: '+233 20 987 6543',
  payment_method: 'mtn_momo',
  tracking_code: 'KOF002',
})
clock.forward({ days: 1 })
const yaa = await place(shop, [item(jar)], {
  customer_name: 'Yaa',
  customer_email: '',
  customer_phone: '+44 7911 123456',
  delivery_option: 'personal_rider',
  address: '',
  tracking_code: 'YAA003',
})
await ask('PUT', `/api/orders/${kofi.id}`, { token: admin.token, body: { status: 'Shipped' } })
await db.update(orders).set({ driverId: driver.viewer.id }).where(eq(orders.id, kofi.id))

function list(query = '') {
  return ask<{ orders: AdminOrderAnswer[] }>('GET', `/api/orders${query}`, { token: admin.token })
}

async function found(params: Record<string, string>): Promise<string[]> {
  const { status, body } = await list(`?${new URLSearchParams(params)}`)
  expect(status).toBe(200)
  return body.orders.map(({ tracking_code }) => tracking_code)
}

test('the admin’s list has everything about an order, newest first', async () => {
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
        image: null,
      },
    ],
    subtotal: 85,
    delivery_fee: 45,
    order_total: 130,
    driver_id: driver.viewer.id,
    driver_name: 'driver',
    history: [
      { status: 'Pending', at: '2026-03-06T09:00:00.000Z', by: null },
      { status: 'Shipped', at: '2026-03-07T09:00:00.000Z', by: 'admin' },
    ],
  })
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

test.each([
  { q: 'ama', codes: ['AMA001'] },
  { q: 'MENSAH', codes: ['AMA001'] },
  { q: 'kof002', codes: ['KOF002'] },
  { q: 'kofi.o@example', codes: ['KOF002'] },
  { q: '020 987', codes: [] },
  { q: '0209876543', codes: ['KOF002'] },
  { q: '020 987 6543', codes: ['KOF002'] },
  { q: '+233209876543', codes: ['KOF002'] },
  { q: '024 123 4567', codes: ['AMA001'] },
  { q: '7911', codes: ['YAA003'] },
  { q: '#', codes: [] },
  { q: 'nobody', codes: [] },
])('the search for $q finds $codes', async ({ q, codes }) => {
  expect(await found({ q })).toEqual(codes)
})

test('an order is found by its number, with or without the sign', async () => {
  expect(await found({ q: `#${ama.id}` })).toEqual(['AMA001'])
  expect(await found({ q: String(ama.id) })).toContain('AMA001')
})

test.each([
  { q: '^ya', codes: ['YAA003'] },
  { q: '^kof\\d+$', codes: ['KOF002'] },
  { q: 'a{2}$', codes: ['YAA003'] },
  { q: 'ama|yaa', codes: ['YAA003', 'AMA001'] },
  { q: 'AMA[0-9]+', codes: ['AMA001'] },
  { q: 'mensah.AMA', codes: [] },
])('the pattern $q finds $codes', async ({ q, codes }) => {
  expect(await found({ q })).toEqual(codes)
})

test.each([
  { q: '(Jr.', codes: ['KOF002'] },
  { q: '(Jr.)', codes: ['KOF002'] },
  { q: '_5%', codes: ['KOF002'] },
  { q: '5%', codes: ['KOF002'] },
  { q: '%', codes: ['KOF002'] },
  { q: '_', codes: ['KOF002'] },
  { q: '*', codes: [] },
  { q: '\\', codes: [] },
  { q: '[', codes: [] },
  { q: '+44', codes: ['YAA003'] },
  { q: "'; drop table orders; --", codes: [] },
])('$q, which is no pattern, is plain text and finds $codes', async ({ q, codes }) => {
  expect(await found({ q })).toEqual(codes)
})

test.each([
  '(a+)+$',
  '((a*)*)*b',
  '(.*)*\\1\\1\\1',
  '((((((.{1,100}){1,100}){1,100}){1,100})))',
  `${'(x?)'.repeat(24)}`,
  '(?=.*a)(?!b)',
])('the hostile pattern %s is answered', async (q) => {
  expect((await list(`?${new URLSearchParams({ q })}`)).status).toBe(200)
})

test('a term of more than a hundred characters is refused', async () => {
  expect((await list(`?q=${'a'.repeat(101)}`)).status).toBe(400)
})

test('lists come in pages, and the headers say how many there are', async () => {
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

test('an export of more than one batch has every order once', async () => {
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

test('a customer sees the orders of the account; those of a guest join once the e-mail is confirmed', async () => {
  const { token, viewer } = await signedInAs('customer')
  const { email } = viewer
  const guest = await place(shop, [item(jar)], { customer_email: email.toUpperCase() })
  const own = await place(shop, [item(jar)], { customer_email: 'another@example.com' }, { token })
  const { token: otherToken } = await signedInAs('other customer')
  await place(shop, [item(jar)], { customer_email: email }, { token: otherToken })
  const listed = async () => {
    const { body } = await ask<{ orders: OwnOrderAnswer[] }>('GET', `/api/orders/user/${email}`, { token })
    return body.orders.map(({ id }) => id)
  }
  await db.update(users).set({ hasConfirmedEmail: false }).where(eq(users.id, viewer.id))
  expect(await listed()).toEqual([own.id])
  await db.update(users).set({ hasConfirmedEmail: true }).where(eq(users.id, viewer.id))
  expect(await listed()).toEqual([own.id, guest.id])
})

test('the orders of others are forbidden, whether they exist or not; admins may read any', async () => {
  const { token } = await signedInAs('other customer')
  const known = await ask('GET', '/api/orders/user/kofi.o@example.com', { token })
  const unknown = await ask('GET', '/api/orders/user/nobody@example.com', { token })
  expect([known.status, known.body]).toEqual([403, unknown.body])
  expect((await ask('GET', '/api/orders/user/kofi.o@example.com')).status).toBe(401)
  const { body } = await ask<{ orders: OwnOrderAnswer[] }>('GET', '/api/orders/user/Kofi.O@example.com', {
    token: admin.token,
  })
  expect(body.orders.map(({ id }) => id)).toEqual([kofi.id])
})

test('a driver sees the own assignments with what is needed at the door, and no e-mail', async () => {
  const { body, headers } = await ask<{ orders: DriverOrderAnswer[] }>('GET', '/api/orders/driver', driver)
  expect(headers['x-total-count']).toBe('1')
  expect(body.orders).toEqual([
    {
      id: kofi.id,
      tracking_code: 'KOF002',
      customer_name: 'Kofi (Jr.) Owusu_5%',
      customer_phone: '+233 20 987 6543',
      order_status: 'Shipped',
      created_at: '2026-03-06T09:00:00.000Z',
      updated_at: '2026-03-07T09:00:00.000Z',
      shipping_address: 'House 4, behind the post office, Kumasi, Ashanti, AK-039-5028',
      delivery_option: 'delivery_service',
      payment_method: 'mtn_momo',
      order_total: 130,
      amount_to_collect: 130,
    },
  ])
  const other = await ask('GET', '/api/orders/driver', await signedInAs('other driver'))
  expect(other.body).toEqual({ orders: [] })
})

test('a driver’s list is filtered by status, and by code, name or phone', async () => {
  const answer = async (params: Record<string, string>) => {
    const url = `/api/orders/driver?${new URLSearchParams(params)}`
    return (await ask<{ orders: DriverOrderAnswer[] }>('GET', url, driver)).body.orders.length
  }
  expect([await answer({ status: 'SHIPPED' }), await answer({ status: 'pending' })]).toEqual([1, 0])
  expect([await answer({ q: 'kof' }), await answer({ q: 'owusu' }), await answer({ q: '20 987' })]).toEqual([
    1, 1, 1,
  ])
  expect([await answer({ q: 'example.com' }), await answer({ q: '%%' })]).toEqual([0, 0])
})

test('nothing is collected at the door for what is paid', async () => {
  await db.update(orders).set({ paidAt: tools.clock() }).where(eq(orders.id, kofi.id))
  const { body } = await ask<{ orders: DriverOrderAnswer[] }>('GET', '/api/orders/driver', driver)
  expect(body.orders[0]?.amount_to_collect).toBe(0)
  expect((await list('?q=KOF002')).body.orders[0]?.payment_state).toBe('Paid')
})
