import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ProductAnswer } from '../contract/catalogue.ts'
import { filledProductForm, photo } from '../server/testing/product-form.ts'
import type { ShopProcess } from '../server/testing/shop-process.ts'
import { openBuyers } from './buyers.ts'
import { openFaultWorld } from './fault-world.ts'
import { openDice, sizeOf } from './size.ts'

const rounds = sizeOf({ small: 1, full: 40 })

test('a shop that is killed while a photo is worked on shows no picture that is not there', {
  meta: { size: `${rounds} kills` },
  timeout: 240_000 + rounds * 30_000,
}, async () => {
  const world = await openFaultWorld({ jars: 1 })
  const random = openDice('half-uploaded')
  const { token } = await world.office.signedInAs('admin')
  const big = await photo('#a63', 2_400)
  let shop = await world.open()
  for (let round = 0; round < rounds; round++) {
    const upload = add(shop, token, `Photo ${round}`, big)
    await wait(random.below(1_500))
    await shop.killShop()
    await upload
    shop = await world.open()
    await expectEveryPicture(shop)
    await world.expectInOrder()
  }
})

const breakdowns = sizeOf({ small: 1, full: 20 })

test('while the pictures have no folder, a photo is refused in words, everything else goes on, and nothing half stays', {
  meta: { size: `${breakdowns} × no folder` },
  timeout: 240_000,
}, async () => {
  const world = await openFaultWorld({ jars: 1 })
  const buyers = openBuyers('Without photos', world.jars, openDice('no folder'))
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
  }
  const names = (await listProducts(shop)).map(({ name }) => name)
  expect(names.filter((name) => name.startsWith('Refused'))).toEqual([])
  await expectEveryPicture(shop)
  await world.expectInOrder()
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

async function listProducts({ address }: ShopProcess): Promise<ProductAnswer[]> {
  return (await (await fetch(`${address}/api/products`)).json()) as ProductAnswer[]
}

async function expectEveryPicture(shop: ShopProcess): Promise<void> {
  for (const image of (await listProducts(shop)).flatMap(({ images }) => images)) {
    const { status } = await fetch(new URL(image, shop.address))
    expect({ image, status }).toEqual({ image, status: 200 })
  }
}
