import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runStatement, startShopDatabase } from '#server/testing/shop-database.ts'
import { startShopProcess } from '#server/testing/shop-process.ts'
import { copyShop } from './open-shop.ts'

export type BareShop = {
  address: string
  /** One statement for the shop's own database. */
  run(statement: string, values?: unknown[]): Promise<void>
  /** Puts fifty jars for Ghs 90.00 on the shelf. */
  shelve(name: string): Promise<void>
  loseDatabase(): Promise<void>
  close(): Promise<void>
}

/**
 * A shop that has customers but no products, posts or testimonials, and whose database can be taken away. It is the sample
 * shop's, emptied: to make one anew, the worker would have to read the whole server.
 */
export async function openBareShop(settings: Record<string, string> = {}): Promise<BareShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-e2e-'))
  const databaseDir = await mkdtemp(join(tmpdir(), 'shop-e2e-'))
  copyShop(databaseDir, 'postgres')
  const postgres = await startShopDatabase(databaseDir)
  const { connection } = postgres
  const run = (statement: string, values?: unknown[]) => runStatement(connection, statement, values)
  await run('truncate products, blog_posts, testimonials, orders cascade')
  const { user, password, host, port, database } = connection
  const shop = await startShopProcess(dataDir, {
    DATABASE_URL: `postgres://${user}:${password}@localhost/${database}?host=${host}&port=${port}`,
    LOG_LEVEL: 'silent',
    ...settings,
  })
  let isLost = false
  const loseDatabase = async () => {
    if (isLost) return
    isLost = true
    await postgres.stop()
  }
  return {
    address: shop.address,
    run,
    shelve: (name) =>
      run(
        `insert into products (name, description, brands, category, price, stock_quantity, how_to_use, benefits, ingredients)
         values ($1, 'Light and plain.', 'Adom', 'moisturizer', 9000, 50, 'Use it.', 'Soft skin', 'Baobab')`,
        [name],
      ),
    loseDatabase,
    async close() {
      await shop.stop()
      await loseDatabase()
      for (const folder of [dataDir, databaseDir]) await rm(folder, { recursive: true, force: true })
    },
  }
}
