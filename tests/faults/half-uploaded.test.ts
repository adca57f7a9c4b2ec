import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { ProductResponse } from '#contract/catalogue.ts'
import { checkFiles } from '#server/features/dashboard/invariants.ts'
import { openTestClock } from '#server/testing/clock-and-random.ts'
import { filledProductForm, photo } from '#server/testing/forms.ts'
import type { ShopProcess } from '#server/testing/shop-process.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { openBuyers } from './buyers.ts'
import { type FaultWorld, openFaultWorld } from './fault-world.ts'
import { openSeededRandom, sizeOf } from './size.ts'

const rounds = sizeOf({ small: 1, full: 40 })
const soon = { timeout: 60_000, interval: 5 }

test('a shop that is killed while a photo is worked on shows no picture that is not there', {
  meta: { size: `${rounds} kills` },
  timeout: 240_000 + rounds * 30_000,
}, async () => {
  const world = await openFaultWorld({ jars: 1 })
  const random = openSeededRandom('half-uploaded')
  const { token } = await world.office.signedInAs('admin')
  const big = await photo('#a63', 2_400)
  let shop = await world.open()
  for (let round = 0; round < rounds; round++) {
    const before = (await filesIn(world)).length
    const upload = add(shop, token, `Photo ${round}`, big)
    if (round % 2) await wait(random.below(1_500))
    else await expect.poll(async () => (await filesIn(world)).length, soon).toBeGreaterThan(before)
    await shop.killShop()
    await upload
    shop = await world.open()
    await expectEveryPicture(shop)
    await world.expectInOrder()
  }
  await shop.stop()
  await expectTidyLater(world)
})

async function filesIn({ dataDir }: FaultWorld): Promise<string[]> {
  const paths = await readdir(join(dataDir, 'files'), { recursive: true }).catch(() => [])
  return paths.filter((path) => /\.(webp|avif|tmp)$/.test(path))
}

/** Some nights later nothing is left of what the kills left lying about, and every picture still has its files. */
async function expectTidyLater(world: FaultWorld): Promise<void> {
  const clock = openTestClock(new Date())
  clock.forward({ days: 3 })
  const settings = { DATA_DIR: world.dataDir }
  const later = await openTestShop({ database: world.office.database, clock, settings })
  onTestFinished(later.close)
  const { db, jobs } = later.context
  const unfinished = async () => (await filesIn(world)).filter((path) => path.endsWith('.tmp'))
  const before = [(await filesIn(world)).length, (await unfinished()).length]
  await jobs.send(db, 'remove-stray-files', {})
  await jobs.runDue()
  expect(await checkFiles(later.context)).toEqual([])
  expect(await unfinished()).toEqual([])
  const after = (await filesIn(world)).length
  console.log(`files before: ${before[0]} (${before[1]} of them unfinished), after tidying up: ${after}`)
}

const breakdowns = sizeOf({ small: 1, full: 20 })

test('while the pictures have no folder, a photo is refused in words, everything else goes on, and nothing half stays', {
  meta: { size: `${breakdowns} × no folder` },
  timeout: 240_000,
}, async () => {
  const world = await openFaultWorld({ jars: 1 })
  const buyers = openBuyers('Without photos', world.jars, openSeededRandom('no folder'))
  const { token } = await world.office.signedInAs('admin')
  const shop = await world.open()
  const folder = join(world.dataDir, 'files')
  const aside = join(world.dataDir, 'files-aside')
  const small = await photo('#a63', 400)
  expect(await add(shop, token, 'Before', small)).toMatchObject({ status: 201 })
  for (let time = 0; time < breakdowns; time++) {
    await rename(folder, aside)
    await writeFile(folder, 'A file stands where the folder should be.')
    const refused = await add(shop, token, `Refused ${time}`, small)
    expect(refused).toMatchObject({ status: 503, body: { code: 'files_unavailable' } })
    expect(await buyers.order(shop.address)).toBe('placed')
    expect((await fetch(shop.address)).status).toBe(200)
    await rm(folder)
    await rename(aside, folder)
    expect(await add(shop, token, `After ${time}`, small)).toMatchObject({ status: 201 })
    await world.expectInOrder()
  }
  const names = (await listProducts(shop)).map(({ name }) => name)
  expect(names.filter((name) => name.startsWith('Refused'))).toEqual([])
  await expectEveryPicture(shop)
})

async function add(shop: ShopProcess, token: string, name: string, image: Buffer) {
  const { body, headers } = await filledProductForm({ name }, [image])
  const authorization = `Bearer ${token}`
  const answer = await fetch(`${shop.address}/api/products`, {
    method: 'POST',
    headers: { ...headers, authorization },
    body: new Uint8Array(body),
  }).catch(() => null)
  return answer && { status: answer.status, body: await answer.json().catch(() => null) }
}

async function listProducts({ address }: ShopProcess): Promise<ProductResponse[]> {
  return (await (await fetch(`${address}/api/products`)).json()) as ProductResponse[]
}

async function expectEveryPicture(shop: ShopProcess): Promise<void> {
  for (const image of (await listProducts(shop)).flatMap(({ images }) => images)) {
    const { status } = await fetch(new URL(image, shop.address))
    expect({ image, status }).toEqual({ image, status: 200 })
  }
}
