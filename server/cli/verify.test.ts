import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { products } from '../features/catalogue/tables.ts'
import { readConfig } from '../platform/config.ts'
import { shelve } from '../testing/sample-rows.ts'
import { databaseAddress } from '../testing/test-postgres.ts'
import { openTestShop } from '../testing/test-shop.ts'
import { verify } from './verify.ts'

const { context, database, close } = await openTestShop()
const folder = await mkdtemp(join(tmpdir(), 'shop-cli-'))
afterAll(async () => {
  await close()
  await rm(folder, { recursive: true })
})
const config = readConfig({ DATA_DIR: folder, DATABASE_URL: databaseAddress(database.connection) })

test('the owner can have the books checked beside the running shop, and is told what is wrong', async () => {
  const jar = await shelve(context, { name: 'Shea cream', stock: 5 })
  await verify(config)
  await context.db.update(products).set({ stock: 4 }).where(eq(products.id, jar))
  await expect(verify(config)).rejects.toThrow('The books do not add up')
})
