import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg, { type PoolConfig } from 'pg'
import { readConfig } from '../server/platform/config.ts'
import { openDatabase } from '../server/platform/database/database.ts'
import { openContext } from '../server/platform/open-context.ts'
import { openShop } from '../server/shop.ts'
import { startShopProcess } from '../server/testing/shop-process.ts'
import { fillOrders } from './fill-orders.ts'
import { fillProducts } from './fill-products.ts'

export type FilledShop = {
  address: string
  pid: number
  orders: number
  /** Of an admin. */
  token: string
  /** Exports ask for it again after ten minutes, and filling the largest shop takes longer. */
  typePassword(): Promise<void>
  close(): Promise<void>
}

const admin = { email: 'admin@example.com', password: 'kente cloth shawl' }

const limits = { REQUESTS_PER_MINUTE: '1000000' }

/** A shop in a process of its own with so many orders and products, as its database would be after years. */
export async function openFilledShop(size: { orders: number; products: number }): Promise<FilledShop> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  await fill(folder, size)
  const shop = await startShopProcess(folder, limits)
  const answer = await fetch(`${shop.address}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  const { token } = (await answer.json()) as { token: string }
  const typePassword = async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const body = JSON.stringify({ password: admin.password })
    await fetch(`${shop.address}/api/auth/confirm-password`, { method: 'POST', headers, body })
  }
  return {
    typePassword,
    address: shop.address,
    pid: shop.pid,
    orders: size.orders,
    token,
    async close() {
      await shop.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function fill(
  folder: string,
  { orders, products }: { orders: number; products: number },
): Promise<void> {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const { context, connection, close } = await openContext(config)
  await openShop(context).accounts.createAccount({ ...admin, isAdmin: true })
  // The shop itself may not switch off the triggers that add up each order.
  const asOwner = openDatabase(connection, context.log)
  await fillProducts(asOwner.db, products)
  await fillOrders(asOwner.db, orders)
  await asOwner.close()
  await tidyUp(connection)
  await close()
}

/** As the database does by itself in a shop that grows from day to day; on a connection that may take its time. */
async function tidyUp(connection: PoolConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('vacuum (analyze)')
  await client.end()
}
