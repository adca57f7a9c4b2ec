import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { addProduct } from './add-product.ts'
import { products } from './tables.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

async function add(name: string): Promise<number> {
  const { tools, clock } = shop
  return addProduct(tools.db, {
    name,
    description: '',
    brands: 'Adom Beauty',
    category: 'serum',
    price: 100,
    stock: 0,
    howToUse: '',
    benefits: [],
    ingredients: [],
    isFeatured: false,
    isBestSeller: false,
    pictureIds: [],
    createdAt: clock(),
  })
}

const namesOf = async (ids: readonly number[]) =>
  (await shop.shop.catalogue.listByIds(ids)).map(({ name }) => name)

test('products are listed in the order in which they were asked for, each once', async () => {
  const [serum, mask] = [await add('Serum'), await add('Mask')]
  expect(await namesOf([mask, serum, mask])).toEqual(['Mask', 'Serum'])
  expect(await namesOf([serum, mask])).toEqual(['Serum', 'Mask'])
})

test('what has left the shelves is left out, and so is what was never there', async () => {
  const [toner, gone] = [await add('Toner'), await add('Gone')]
  const { db } = shop.tools
  await db.update(products).set({ removedAt: shop.clock() }).where(eq(products.id, gone))
  expect(await namesOf([gone, toner, 987_654_321])).toEqual(['Toner'])
})

test('a number that cannot be a product finds nothing and breaks nothing', async () => {
  expect(await namesOf([-1, 0, 1.5, Number.NaN, 99_999_999_999])).toEqual([])
  expect(await namesOf([])).toEqual([])
  expect(await shop.shop.catalogue.find(99_999_999_999)).toBeNull()
})
