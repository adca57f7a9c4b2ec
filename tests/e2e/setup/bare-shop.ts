import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startShopProcess } from '#server/testing/shop-process.ts'
import { copyTemplate, startTestPostgres } from '#server/testing/test-postgres.ts'

export type BareShop = {
  address: string
  /** One statement for the shop's own database. */
  run(statement: string, values?: unknown[]): Promise<void>
  /** Puts fifty jars for Ghs 90.00 on the shelf. */
  shelve(name: string): Promise<void>
  loseDatabase(): Promise<void>
  close(): Promise<void>
}

/** A shop that has customers but no products, posts or testimonials, and whose database can be taken away. */
export async function openBareShop(settings: Record<string, string> = {}): Promise<BareShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-e2e-'))
  const postgres = await startTestPostgres()
  const { connection } = await copyTemplate(postgres.connection)
  const run = async (statement: string, values: unknown[] = []) => {
    const client = new Client(connection)
    await client.connect()
    await client.query(statement, values)
    await client.end()
  }
  // Only a shop that nobody knows yet fills its own shelves.
  await run(`insert into users (id, email, created_at, updated_at)
             values (gen_random_uuid(), 'first@example.com', now(), now())`)
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
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
