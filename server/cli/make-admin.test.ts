import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { databaseAddress } from '../testing/test-postgres.ts'
import { openTestShop } from '../testing/test-shop.ts'
import { makeAdmin } from './make-admin.ts'

const { ask, signedInAs, database, close } = await openTestShop()
const folder = await mkdtemp(join(tmpdir(), 'shop-cli-'))
afterAll(async () => {
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

test('a command that lacks a word or names nobody says so and changes nothing', async () => {
  await expect(makeAdmin(config, [])).rejects.toThrow('Please give the e-mail address of an account')
  await expect(makeAdmin(config, ['nobody@example.com'])).rejects.toThrow(
    'There is no account for nobody@example.com',
  )
})
