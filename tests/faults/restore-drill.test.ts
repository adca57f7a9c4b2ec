import { createReadStream, existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { asc, inArray } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { orders } from '#server/features/orders/tables.ts'
import { readLines } from '#server/platform/database/backup.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { joinEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { openFolderStore } from '#server/platform/file-store.ts'
import { silentLog } from '#server/testing/database.ts'
import { addSamplePicture } from '#server/testing/sample-rows.ts'
import { haveBought, openBuyers } from './buyers.ts'
import { openFaultWorld } from './fault-world.ts'
import { runCommand } from './owner.ts'
import { isSmall, openSeededRandom, sizeOf } from './size.ts'
import { openStopwatch } from './stopwatch.ts'

const drills = sizeOf({ small: 1, full: 10 })

test('a backup made while orders flow, restored into an empty folder, is a whole shop with every order confirmed before', {
  meta: { size: `${drills} drills` },
  timeout: 240_000 + drills * 60_000,
}, async () => {
  const world = await openFaultWorld()
  const random = openSeededRandom('restore-drill')
  const buyers = openBuyers('Saved', world.jars, random)
  const restoring = openStopwatch('restored after', '10 minutes for 50,000 orders')
  await addSamplePicture({ ...world.office.context, files: openFolderStore(join(world.dataDir, 'files')) })
  const shop = await world.open()
  for (let drill = 0; drill < drills; drill++) {
    const folder = await newFolder()
    const file = join(folder, 'shop.backup')
    const stopBuying = buyers.start(shop.address, 3)
    await haveBought(buyers, 20)
    const before = [...buyers.acknowledged.values()].map(({ id }) => id)
    const source = { DATA_DIR: world.dataDir, DATABASE_URL: world.proxy.url }
    if (!isSmall) await expectNothingHalf(join(folder, 'killed.backup'), source, random.below(3_000))
    const saved = await runCommand(['backup', file], source)
    expect(saved).toEqual({ code: 0, said: expect.any(String) })
    await stopBuying()

    const place = { DATA_DIR: join(folder, 'data'), DATABASE_URL: '' }
    if (!isSmall) await runCommand(['restore', file], place, { killAfterMs: random.below(4_000) })
    const { code, said } = await restoring.time(() => runCommand(['restore', file], place))
    // Killed, it has done nothing; unless it had just finished.
    if (isSmall || code === 0) expect({ code, said }).toEqual({ code: 0, said: expect.any(String) })
    else expect(said).toContain('The database is not empty')
    expect(await runCommand(['verify'], place)).toEqual({ code: 0, said: expect.any(String) })
    const again = join(folder, 'again.backup')
    expect(await runCommand(['backup', again], place)).toEqual({ code: 0, said: expect.any(String) })
    expect(await contentOf(again)).toEqual(await contentOf(file))
    const restored = await readOrders(place.DATA_DIR)
    const ids = restored.map(({ id }) => id)
    expect(before.filter((id) => !ids.includes(id))).toEqual([])
    expect(await listOrders(world.office.context.db, ids)).toEqual(restored)
    await world.expectInOrder()
  }
})

/** A backup that is killed leaves no file under its name, unless it had just finished. */
async function expectNothingHalf(file: string, source: Record<string, string>, killAfterMs: number) {
  const { code } = await runCommand(['backup', file], source, { killAfterMs })
  if (!existsSync(file)) return expect(code).toBe(null)
  const place = { DATA_DIR: join(await newFolder(), 'data'), DATABASE_URL: '' }
  expect(await runCommand(['restore', file], place)).toEqual({ code: 0, said: expect.any(String) })
}

/** Every row of every table, every number given out and every file; only the hour at which it was made may differ. */
async function contentOf(file: string): Promise<string[]> {
  const content: string[] = []
  let table = ''
  for await (const line of readLines(createReadStream(file).pipe(createGunzip()))) {
    if ('backup' in line) continue
    if ('table' in line) table = line.table
    content.push(Array.isArray(line) ? `${table} ${JSON.stringify(line)}` : JSON.stringify(line))
  }
  return content.sort()
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-drill-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function listOrders(db: Database, ids: readonly number[]) {
  const { id, trackingCode, total, customerName } = orders
  return db
    .select({ id, trackingCode, total, customerName })
    .from(orders)
    .where(inArray(id, [...ids]))
    .orderBy(asc(id))
}

async function readOrders(dataDir: string) {
  const postgres = await joinEmbeddedPostgres({ dataDir, log: silentLog })
  const { db, close } = openDatabase(postgres.connection, silentLog)
  const all = await db.select({ id: orders.id }).from(orders)
  const read = await listOrders(
    db,
    all.map(({ id }) => id),
  )
  await close()
  await postgres.stop()
  return read
}
