import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { joinEmbeddedPostgres } from '../server/platform/database/embedded-postgres.ts'
import { type ShopProcess, startShopProcess } from '../server/testing/shop-process.ts'
import { silentLog } from '../server/testing/silent-log.ts'

const rounds = 20
const writers = 4

test('killing the shop and its database in the middle of writes loses nothing that was acknowledged', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-kill-'))
  const acknowledged = new Set<string>()
  let shop = await startShopProcess(dataDir, { LOG_LEVEL: 'fatal' })
  onTestFinished(async () => {
    await shop.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  for (let round = 0; round < rounds; round++) {
    const stopWriting = write(shop, round, acknowledged)
    await hasGrown(acknowledged, acknowledged.size + 3 + (round % 7))
    const victim = (['shop', 'database', 'both'] as const)[round % 3]
    if (victim !== 'shop') shop.killDatabase()
    if (victim !== 'database') await shop.killShop()
    await stopWriting()
    if (victim !== 'database') shop = await startShopProcess(dataDir, { LOG_LEVEL: 'fatal' })
    else await answers(shop)
  }

  expect(acknowledged.size).toBeGreaterThan(rounds * 3)
  const kept = await listReaders(dataDir)
  expect([...acknowledged].filter((email) => !kept.has(email))).toEqual([])
})

/** Each write comes from an address of its own, because one address may not write without end. */
function write(shop: ShopProcess, round: number, acknowledged: Set<string>): () => Promise<void> {
  let isWriting = true
  const loop = async (writer: number) => {
    for (let count = 0; isWriting; count++) {
      const email = `reader-${round}-${writer}-${count}@example.com`
      const forwarded = `10.${round}.${writer}.${count % 250}`
      const answer = await fetch(`${shop.address}/api/newsletter`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
        body: JSON.stringify({ email }),
      }).catch(() => null)
      if (answer?.status === 201) acknowledged.add(email)
      if (answer === null) return
    }
  }
  const loops = Array.from({ length: writers }, (_, writer) => loop(writer))
  return async () => {
    isWriting = false
    await Promise.all(loops)
  }
}

async function hasGrown(set: Set<string>, size: number): Promise<void> {
  await expect.poll(() => set.size, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(size)
}

/** The shop starts its database again by itself. */
async function answers(shop: ShopProcess): Promise<void> {
  const ready = () => fetch(`${shop.address}/readyz`).then(({ status }) => status)
  await expect.poll(ready, { timeout: 30_000, interval: 50 }).toBe(200)
}

async function listReaders(dataDir: string): Promise<Set<string>> {
  const { connection } = await joinEmbeddedPostgres({ dataDir, log: silentLog })
  const client = new Client(connection)
  await client.connect()
  const { rows } = await client.query<{ email: string }>('select email from newsletter_readers')
  await client.end()
  return new Set(rows.map(({ email }) => email))
}
