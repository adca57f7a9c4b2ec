import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ProductAnswer } from '../contract/catalogue.ts'
import { filledProductForm, photo } from '../server/testing/product-form.ts'
import type { ShopProcess } from '../server/testing/shop-process.ts'
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

async function add(shop: ShopProcess, token: string, name: string, image: Buffer): Promise<void> {
  const { body, headers } = await filledProductForm({ name }, [image])
  const authorization = `Bearer ${token}`
  await fetch(`${shop.address}/api/products`, {
    method: 'POST',
    headers: { ...headers, authorization },
    body: new Uint8Array(body),
  }).catch(() => null)
}

async function expectEveryPicture({ address }: ShopProcess): Promise<void> {
  const products = (await (await fetch(`${address}/api/products`)).json()) as ProductAnswer[]
  for (const image of products.flatMap(({ images }) => images)) {
    expect({ image, status: (await fetch(new URL(image, address))).status }).toEqual({ image, status: 200 })
  }
}
