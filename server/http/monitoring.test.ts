import { afterAll, expect, test } from 'vitest'
import { sayAsOwner } from '../testing/database.ts'
import { item, place } from '../testing/sample-orders.ts'
import { shelve } from '../testing/sample-rows.ts'
import { openTestShop } from '../testing/test-shop.ts'

const token = 'a-token-of-the-watcher'
const here = await openTestShop({ settings: { METRICS_TOKEN: token } })
const { ask, context } = here
afterAll(here.close)

async function read(): Promise<string> {
  return (await ask<string>('GET', '/metrics', { token })).body
}

test('figures are for whoever has the token, and without one in the settings there are none', async () => {
  const { status, headers } = await ask('GET', '/metrics', { token })
  expect([status, headers['content-type']]).toEqual([
    200,
    expect.stringContaining('text/plain; version=0.0.4'),
  ])
  expect(headers['cache-control']).toBe('no-store')
  expect((await ask('GET', '/metrics')).status).toBe(401)
  expect((await ask('GET', '/metrics', { token: `${token}-wrong` })).status).toBe(401)
  const { token: person } = await here.signedInAs('admin')
  expect((await ask('GET', '/metrics', { token: person })).status).toBe(401)

  const closed = await openTestShop({ beside: here })
  expect((await closed.ask('GET', '/metrics', { token })).status).toBe(404)
  await closed.close()
})

test('requests are counted by the pattern of their route: no address and no name ever becomes a label', async () => {
  await ask('GET', '/api/products/123456')
  await ask('GET', '/api/orders/user/ama@example.com')
  await ask('GET', '/api/nowhere/secret-place')
  const figures = await read()
  expect(figures).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/products/:id",status="4xx"} 1',
  )
  expect(figures).not.toMatch(/123456|ama@|secret-place/)
})

test('the shop’s own numbers come from the database when somebody looks', async () => {
  await shelve(context, { stock: 0 })
  const jar = await shelve(context, { stock: 2 })
  await place(here, [item(jar)])
  await context.jobs.runDue()
  const figures = await read()
  expect(figures).toContain('shop_orders{name="Pending"} 1')
  expect(figures).toContain('shop_orders_last_hour 1')
  expect(figures).toContain('shop_products{name="out_of_stock"} 1')
  expect(figures).toContain('shop_products{name="in_stock"} 1')
  expect(figures).toMatch(/job_duration_seconds_count\{job="[\w.-]+",outcome="done"\} 1/)
  expect(figures).toMatch(/database_pool_connections\{state="idle"\} \d/)
  expect(figures).toMatch(/nodejs_eventloop_lag_p99_seconds \S+/)
  expect(figures).toContain('database_up 1')
})

test('without a database the figures say so', { tags: 'faults' }, async () => {
  const other = await openTestShop({ settings: { METRICS_TOKEN: token } })
  await sayAsOwner(other.database, 'alter table order_counts rename to away')
  expect((await other.ask<string>('GET', '/metrics', { token })).body).toContain('database_up 0')
  await other.close()
})
