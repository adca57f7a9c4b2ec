import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { TrackedOrderResponse } from '#contract/orders.ts'
import { readConfig } from '../platform/config.ts'
import { sumUpTables } from '../platform/database/move-database.ts'
import { createOwnDatabase } from '../testing/own-database.ts'
import { addSamplePicture } from '../testing/sample-rows.ts'
import { databaseAddress } from '../testing/test-postgres.ts'
import { openTestShop } from '../testing/test-shop.ts'
import { placeThreeOrders } from '../testing/three-orders.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'
import { verify } from './verify.ts'

vi.spyOn(console, 'log').mockImplementation(() => {})
afterAll(() => vi.restoreAllMocks())

test('what the owner backs up beside the open shop is, restored elsewhere, a whole shop with every order and picture', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shop-cli-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const shop = await openTestShop({ settings: { DATA_DIR: join(folder, 'here') } })
  onTestFinished(shop.close)
  await placeThreeOrders(shop)
  await addSamplePicture(shop.context)
  const here = shop.context.config.dataDir
  const at = (dataDir: string, { connection }: Pick<typeof shop.database, 'connection'>) =>
    readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseAddress(connection) })
  const file = join(folder, 'shop.backup')
  await backup(at(here, shop.database), [file])

  const elsewhere = await createOwnDatabase()
  onTestFinished(elsewhere.drop)
  const there = at(join(folder, 'there'), elsewhere)
  await restore(there, [file])
  await verify(there)
  expect(await sumUpTables(elsewhere.connection)).toEqual(await sumUpTables(shop.database.connection))
  const restored = await openTestShop({ database: elsewhere, settings: { DATA_DIR: there.dataDir } })
  onTestFinished(restored.close)
  const listFiles = async ({ context }: typeof shop) =>
    (await context.files.list()).map(({ key, size }) => ({ key, size }))
  expect(await listFiles(restored)).toEqual(await listFiles(shop))
  expect(await listFiles(shop)).not.toEqual([])
  expect((await restored.ask<TrackedOrderResponse>('GET', '/api/order-tracking/AMA001')).status).toBe(200)
})
