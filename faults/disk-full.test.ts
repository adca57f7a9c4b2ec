import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { expectEveryOrderOnce, haveBought, isReady, openBuyers } from './buyers.ts'
import { openEmbeddedWorld } from './embedded-world.ts'
import { openFaultWorld } from './fault-world.ts'
import { isSmall, openDice, sizeOf } from './size.ts'

const rounds = sizeOf({ small: 1, full: 5 })
const noSpace = 'could not extend file: No space left on device'

test('while the database has no room, orders are put off, reading goes on, and nothing is lost', {
  meta: { size: `${rounds} × no room` },
  timeout: 240_000,
}, async () => {
  const world = await openFaultWorld()
  const buyers = openBuyers('Full', world.jars, openDice('disk-full'))
  const shop = await world.open()
  for (let round = 0; round < rounds; round++) {
    world.proxy.failAlways(/^\s*(insert|update|with moved)/i, '53100', noSpace)
    expect(await buyers.order(shop.address)).toBe('not now')
    expect((await fetch(`${shop.address}/api/products/${world.jars[0]}`)).status).toBe(200)
    expect((await fetch(shop.address)).status).toBe(200)
    world.proxy.calm()
    await buyers.resend(shop.address)
    expect(await buyers.order(shop.address)).toBe('placed')
  }
  await expectEveryOrderOnce(world.office.tools.db, 'Full', buyers)
  await world.expectInOrder()
})

/** A small disk of its own can only be had by an administrator; everybody else has the test above. */
if (!isSmall && process.getuid?.() === 0)
  test('a shop on a disk that is really full goes on when there is room again', {
    meta: { size: `${rounds} full disks` },
    timeout: 240_000 + rounds * 120_000,
  }, async () => {
    const disk = await openSmallDisk()
    const world = await openEmbeddedWorld(join(disk, 'data'))
    const random = openDice('disk-full for real')
    const buyers = openBuyers('Disk', world.jars, random)
    const shop = await world.open()
    for (let round = 0; round < rounds; round++) {
      const stopBuying = buyers.start(shop.address, 4)
      await haveBought(buyers, 10)
      const ballast = join(disk, 'ballast')
      await fill(disk, ballast)
      await isPutOff(buyers, shop.address)
      await rm(ballast)
      await isReady(shop)
      await haveBought(buyers, 3)
      await stopBuying()
      await buyers.resend(shop.address)
    }
    await world.look((db) => expectEveryOrderOnce(db, 'Disk', buyers))
    await world.expectInOrder()
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

async function isPutOff(buyers: ReturnType<typeof openBuyers>, address: string): Promise<void> {
  await expect.poll(() => buyers.order(address), { timeout: 240_000, interval: 10 }).toBe('not now')
}
