import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { TrackedOrderResponse } from '#contract/orders.ts'
import { products } from '../features/catalogue/tables.ts'
import { readConfig } from '../platform/config.ts'
import { appCode } from '../testing/authenticator-app.ts'
import { createOwnDatabase } from '../testing/own-database.ts'
import { placeThreeOrders } from '../testing/sample-orders.ts'
import { addSamplePicture, shelve } from '../testing/sample-rows.ts'
import { databaseAddress } from '../testing/test-postgres.ts'
import { openTestShop } from '../testing/test-shop.ts'
import { backup, makeAdmin, resetSecondFactor, restore, unlock, verify } from './commands.ts'
import { sumUpTables } from './move-database.ts'

vi.spyOn(console, 'log').mockImplementation(() => {})
const { ask, context, mails, shop, signedInAs, database, close } = await openTestShop()
const folder = await mkdtemp(join(tmpdir(), 'shop-cli-'))
afterAll(async () => {
  vi.restoreAllMocks()
  await close()
  await rm(folder, { recursive: true })
})
const config = readConfig({ DATA_DIR: folder, DATABASE_URL: databaseAddress(database.connection) })

test('the owner makes the first admin by a command, beside the running shop', async () => {
  const { token, viewer } = await signedInAs('customer')
  expect((await ask('GET', '/api/auth/check-admin', { token })).body).toMatchObject({ is_admin: false })
  await makeAdmin(config, [viewer.email])
  expect((await ask('GET', '/api/auth/check-admin', { token })).body).toMatchObject({ is_admin: true })
})

test('the owner makes a second admin by the same command, and the first one learns of it', async () => {
  const { viewer } = await signedInAs('other customer')
  await makeAdmin(config, [viewer.email])
  const told = (await mails()).filter(({ subject }) => subject === 'Rights in the shop were changed')
  expect(told).toMatchObject([{ to: 'customer@example.com', text: expect.stringContaining(viewer.email) }])
})

test('the owner lets somebody sign in at once who must wait because of wrong passwords', async () => {
  const { viewer } = await signedInAs('customer')
  const signIn = (password: string) =>
    ask('POST', '/api/auth/signin', { body: { email: viewer.email, password }, address: '10.0.0.1' })
  for (let n = 0; n < 6; n++) await signIn('wrong')
  expect((await signIn('the customer’s password')).status).toBe(429)
  await unlock(config, [viewer.email])
  expect((await signIn('the customer’s password')).status).toBe(200)
})

test('the owner lets somebody ask for codes at once in whose name others have asked too often', async () => {
  const count = () =>
    context.limits.take('phoneCodesToNumber', ['233241234567', 'new'], { limit: 1, windowSeconds: 60 })
  await count()
  expect((await count()).allowed).toBe(false)
  await unlock(config, ['024 123 4567'])
  expect((await count()).allowed).toBe(true)
})

test('the owner lets somebody in with the password alone who lost their phone and recovery codes', async () => {
  const { viewer } = await signedInAs('driver')
  const login = { email: viewer.email, password: 'the driver’s password' }
  const { secret } = await shop.accounts.beginSecondFactor(viewer, login.password)
  await shop.accounts.turnOnSecondFactor(viewer, appCode(secret, context.clock()))
  const signIn = () => ask('POST', '/api/auth/signin', { body: login, address: '10.0.0.2' })
  expect((await signIn()).status).toBe(401)
  await resetSecondFactor(config, [viewer.email])
  expect((await signIn()).status).toBe(200)
})

test('a command that lacks a word or names nobody says so and changes nothing', async () => {
  await expect(makeAdmin(config, [])).rejects.toThrow('Please give the e-mail address of an account')
  await expect(makeAdmin(config, ['nobody@example.com'])).rejects.toThrow(
    'There is no account for nobody@example.com',
  )
})

test('what the owner backs up beside the open shop is, restored elsewhere, a whole shop with every order and picture', async () => {
  const shop = await openTestShop({ settings: { DATA_DIR: join(folder, 'here') } })
  onTestFinished(shop.close)
  await placeThreeOrders(shop)
  await addSamplePicture(shop.context)
  // Visits are written down now and then; later ones would not be in the backup.
  await shop.shop.visits.flush()
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

test('the owner can have the books checked beside the running shop, and is told what is wrong', async () => {
  const jar = await shelve(context, { name: 'Shea cream', stock: 5 })
  await verify(config)
  await context.db.update(products).set({ stock: 4 }).where(eq(products.id, jar))
  await expect(verify(config)).rejects.toThrow('The books do not add up')
})
