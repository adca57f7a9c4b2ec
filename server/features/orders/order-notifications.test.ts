import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { item, orderBody, place, post } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { orders } from './tables.ts'

const shop = await openTestShop()
const { ask, mails, signedInAs, context } = shop
afterAll(shop.close)

const admin = await signedInAs('admin')

async function subjectsFor(email: string): Promise<string[]> {
  return (await mails()).filter(({ to }) => to === email).map(({ subject }) => subject)
}

function move(id: number, ...statuses: string[]) {
  return statuses.reduce<Promise<unknown>>(async (before, status) => {
    await before
    return ask('PUT', `/api/orders/${id}`, { token: admin.token, body: { status } })
  }, Promise.resolve())
}

test('a customer with an e-mail gets the order in writing', async () => {
  const jar = await shelve(context, { name: 'Shea <b>', price: 8_500 })
  const details = {
    customer_email: 'Efua@example.com',
    customer_name: 'Visit evil.example',
    tracking_code: 'EFUA01',
  }
  const { id, delivery_pin: pin } = await place(shop, [item(jar, 2)], details)
  expect(pin).toMatch(/^\d{4}$/)
  const email = (await mails()).find(({ to }) => to === 'efua@example.com')
  expect(email?.subject).toBe('We have received your order EFUA01')
  expect(email?.text).toContain(
    [
      `Thank you! Your order #${id} has reached us.`,
      'We confirm it on WhatsApp, and you pay on delivery.',
      `Your delivery PIN is ${pin}. Say it to the driver when the parcel is in your hands, and to nobody before.`,
      '2 x Shea <b>: Ghs 170.00\nSubtotal: Ghs 170.00\nDelivery: Ghs 45.00\nTotal: Ghs 215.00',
      'Track your order:\nhttp://shop.example/track-order?code=EFUA01',
    ].join('\n\n'),
  )
  expect(email?.html).toContain('2 x Shea &lt;b&gt;')
  // Anybody can enter anybody's address: what they typed is not sent there.
  expect(JSON.stringify(email)).not.toContain('evil.example')
})

test('without an e-mail there is no message', async () => {
  const toCustomers = async () => (await mails()).filter(({ to }) => to !== 'admin@example.com')
  const before = (await toCustomers()).length
  await place(shop, [item(await shelve(context))], { customer_email: '' })
  expect(await toCustomers()).toHaveLength(before)
})

test('the way of an order is told step by step, each step once, whatever goes back and forth', async () => {
  const details = { customer_email: 'naa@example.com', tracking_code: 'NAA001' }
  const { id } = await place(shop, [item(await shelve(context))], details)
  await move(
    id,
    'Processing',
    'Shipped',
    'Processing',
    'Shipped',
    'Shipped',
    'Delivered',
    'Shipped',
    'Delivered',
  )
  await move(id, 'Cancelled', 'Pending', 'Cancelled')
  expect(await subjectsFor('naa@example.com')).toEqual([
    'We have received your order NAA001',
    'Your order NAA001 is on its way',
    'Your order NAA001 has been delivered',
    'Your order NAA001 was cancelled',
  ])
})

test('an order that is sent again is not told again', async () => {
  const body = orderBody([item(await shelve(context))], { customer_email: 'esi@example.com' })
  await Promise.all(Array.from({ length: 10 }, () => post(shop, body, { key: 'esi’s order' })))
  expect(await subjectsFor('esi@example.com')).toHaveLength(1)
})

test('an order that fails is not told at all', async () => {
  const jar = await shelve(context, { stock: 1 })
  const body = orderBody([item(jar, 2)], { customer_email: 'abena@example.com' })
  expect((await post(shop, body)).status).toBe(409)
  expect(await subjectsFor('abena@example.com')).toEqual([])
})

test('who has paid is not asked for money, and hears of a refund when the order is cancelled', async () => {
  const paid = await place(shop, [item(await shelve(context))], { customer_email: 'paid@example.com' })
  const owing = await place(shop, [item(await shelve(context))], { customer_email: 'owing@example.com' })
  await context.db.update(orders).set({ paidAt: context.clock() }).where(eq(orders.id, paid.id))
  for (const { id } of [paid, owing]) await move(id, 'Shipped')
  await mails()
  for (const { id } of [paid, owing]) await move(id, 'Cancelled')
  const textsFor = async (email: string) =>
    (await mails())
      .filter(({ to }) => to === email)
      .map(({ text }) => text)
      .join('\n')
  expect(await textsFor('paid@example.com')).toContain('refund')
  expect(await textsFor('paid@example.com')).not.toContain('Please have')
  expect(await textsFor('owing@example.com')).toContain('Please have Ghs 165.00 ready.')
  expect(await textsFor('owing@example.com')).not.toContain('refund')
})

test('the PIN comes once more when the driver is on the way; who sends a rider of their own gets none', async () => {
  const jar = await shelve(context)
  const ours = await place(shop, [item(jar)], { customer_email: 'pin@example.com' })
  const own = { customer_email: 'rider@example.com', delivery_option: 'personal_rider' }
  const rider = await place(shop, [item(jar)], own)
  await mails()
  for (const { id } of [ours, rider]) await move(id, 'Shipped')
  await mails()
  for (const { id } of [ours, rider]) await move(id, 'Delivered')
  const texts = async (email: string) =>
    (await mails()).filter(({ to }) => to === email).map(({ text }) => text.includes('delivery PIN is'))
  expect(await texts('pin@example.com')).toEqual([true, true, false])
  expect(rider.delivery_pin).toBe(null)
  expect(await texts('rider@example.com')).toEqual([false, false, false])
})
