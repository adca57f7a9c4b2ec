import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { joinEmbeddedPostgres } from '../server/platform/database/embedded-postgres.ts'
import { type ShopProcess, startShopProcess } from '../server/testing/shop-process.ts'
import { silentLog } from '../server/testing/silent-log.ts'

async function open(settings: Record<string, string> = {}): Promise<{ shop: ShopProcess; dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-two-'))
  const shop = await startShopProcess(dataDir, settings)
  onTestFinished(async () => {
    await shop.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return { shop, dataDir }
}

test('what one process changes is on the kept pages of another', async () => {
  const first = await open()
  const second = await open({ DATABASE_URL: await databaseUrl(first.dataDir) })
  const readSecond = async () => (await fetch(second.shop.address)).text()
  expect(await readSecond()).not.toContain('Told over there')

  const { token } = await post(first.shop, '/api/auth/signin', await demoCustomer(first.dataDir))
  await post(first.shop, '/api/testimonials', { quote: 'Told over there' }, token)
  await expect.poll(readSecond, { timeout: 10_000 }).toContain('Told over there')
})

async function databaseUrl(dataDir: string): Promise<string> {
  const { connection } = await joinEmbeddedPostgres({ dataDir, log: silentLog })
  const { host = '', port, user, password, database } = connection
  return `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

async function demoCustomer(dataDir: string): Promise<object> {
  return JSON.parse(await readFile(join(dataDir, 'demo-accounts.json'), 'utf8')).customer
}

async function post(shop: ShopProcess, path: string, body: object, token = ''): Promise<{ token: string }> {
  const answer = await fetch(shop.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  expect(answer.ok).toBe(true)
  return (await answer.json()) as { token: string }
}
