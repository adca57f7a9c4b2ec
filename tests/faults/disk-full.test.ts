import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sayAsOwner } from '#server/testing/database.ts'
import { expectEveryOrderOnce, haveBought, isReady, openBuyers } from './buyers.ts'
import { openEmbeddedWorld } from './embedded-world.ts'
import { type FaultWorld, openFaultWorld } from './fault-world.ts'
import { isSmall, openSeededRandom, sizeOf } from './size.ts'
import { openStopwatch } from './stopwatch.ts'

const rounds = sizeOf({ small: 1, full: 20 })
const writing = /^\s*(insert|update|with moved)/i

type Trouble = { begin(world: FaultWorld): Promise<unknown>; end(world: FaultWorld): Promise<unknown> }

/** What a disk under the database can do; a disk itself cannot be broken without being an administrator. */
const troubles: Record<string, Trouble> = {
  'no room': {
    begin: async ({ proxy }) =>
      proxy.failAlways(writing, '53100', 'could not extend file: No space left on device'),
    end: async ({ proxy }) => proxy.calm(),
  },
  'cannot be written': {
    begin: async ({ proxy }) =>
      proxy.failAlways(writing, '58030', 'could not write block 7: Input/output error'),
    end: async ({ proxy }) => proxy.calm(),
  },
  'only for reading': {
    begin: (world) => onlyForReading(world, 'on'),
    end: (world) => onlyForReading(world, 'off'),
  },
}

async function onlyForReading({ office, proxy }: FaultWorld, isSo: 'on' | 'off'): Promise<void> {
  const { database } = office.database.connection
  // Whoever may only read may still open this door again.
  const change = `alter database ${database} set default_transaction_read_only = ${isSo}`
  await sayAsOwner(office.database, `set transaction_read_only = off; ${change}`)
  proxy.cut()
}

test('while the database cannot write, orders are put off, reading goes on, and nothing is lost', {
  meta: { size: `${rounds} × ${Object.keys(troubles).length} troubles` },
  timeout: 240_000 + rounds * 30_000,
}, async () => {
  const world = await openFaultWorld()
  const buyers = openBuyers('Full', world.jars, openSeededRandom('disk-full'))
  const answered = openStopwatch('answered after', '5 s')
  const shop = await world.open()
  const read = async (path: string) => (await answered.time(() => fetch(shop.address + path))).status
  for (let round = 0; round < rounds; round++) {
    for (const [name, { begin, end }] of Object.entries(troubles)) {
      await begin(world)
      await isReady(shop)
      const heard = await answered.time(() => buyers.order(shop.address))
      expect({ name, heard }).toEqual({ name, heard: 'not now' })
      for (const path of [`/api/products/${world.jars[0]}`, '/']) expect(await read(path)).toBe(200)
      await end(world)
      await buyers.resend(shop.address)
      expect({ name, heard: await buyers.order(shop.address) }).toEqual({ name, heard: 'placed' })
      await world.expectInOrder()
    }
  }
  await expectEveryOrderOnce(world.office.context.db, 'Full', buyers)
})

const disks = sizeOf({ small: 0, full: 5 })

/** A small disk of its own can only be had by an administrator; everybody else has the test above. */
if (!isSmall && process.getuid?.() === 0)
  test('a shop on a disk that is really full goes on when there is room again', {
    meta: { size: `${disks} full disks` },
    timeout: 240_000 + disks * 120_000,
  }, async () => {
    const disk = await openSmallDisk()
    const world = await openEmbeddedWorld(join(disk, 'data'))
    const random = openSeededRandom('disk-full for real')
    const buyers = openBuyers('Disk', world.jars, random)
    const answered = openStopwatch('an order on a full disk is answered after', '5 s')
    const shop = await world.open()
    for (let round = 0; round < disks; round++) {
      const stopBuying = buyers.start(shop.address, 4)
      await haveBought(buyers, 10)
      const ballast = join(disk, 'ballast')
      await fill(disk, ballast)
      const order = () => answered.time(() => buyers.order(shop.address))
      await expect.poll(order, { timeout: 240_000, interval: 10 }).toBe('not now')
      await rm(ballast)
      await isReady(shop)
      await haveBought(buyers, 3)
      await stopBuying()
      await buyers.resend(shop.address)
      await world.expectInOrder()
    }
    await world.look((db) => expectEveryOrderOnce(db, 'Disk', buyers))
  })

async function openSmallDisk(): Promise<string> {
  const disk = await mkdtemp(join(tmpdir(), 'shop-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=220m', 'none', disk])
  if (mounted.status !== 0) throw new Error(`No small disk: ${mounted.stderr}`)
  onTestFinished(async () => {
    spawnSync('umount', ['-l', disk])
    await rm(disk, { recursive: true, force: true })
  })
  return disk
}

/** Whoever still writes may be quicker with the last bytes; full is full. */
async function fill(disk: string, ballast: string): Promise<void> {
  const { bavail, bsize } = await statfs(disk)
  await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOSPC') throw error
  })
}
