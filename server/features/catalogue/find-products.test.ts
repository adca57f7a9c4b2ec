import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { products } from './tables.ts'
import { addProduct, shelfTopics } from './write-product.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** As whoever changes the catalogue in the shop says it. */
async function fill(rows: SQL): Promise<void> {
  const { db, invalidation } = shop.context
  await db.execute(rows)
  for (const topic of shelfTopics) await invalidation.publish(db, topic)
}

async function add(name: string): Promise<number> {
  const { context, clock } = shop
  return addProduct(context.db, {
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
  const { db } = shop.context
  await db.update(products).set({ removedAt: shop.clock() }).where(eq(products.id, gone))
  expect(await namesOf([gone, toner, 987_654_321])).toEqual(['Toner'])
})

test('a number that cannot be a product finds nothing and breaks nothing', async () => {
  expect(await namesOf([-1, 0, 1.5, Number.NaN, 99_999_999_999])).toEqual([])
  expect(await namesOf([])).toEqual([])
  expect(await shop.shop.catalogue.find(99_999_999_999)).toBeNull()
})

test('the cards of a search stand in the order of its list: by name, then featured, then the newest', async () => {
  const { catalogue } = shop.shop
  const ids: number[] = []
  for (const name of ['Okra gel', 'Plain', 'Okra oil', 'Okra balm', 'Second plain']) ids.push(await add(name))
  const [gel = 0, plain = 0, oil = 0, balm = 0, second = 0] = ids
  const { db } = shop.context
  await db
    .update(products)
    .set({ description: 'With okra' })
    .where(inArray(products.id, [plain, second]))
  await db
    .update(products)
    .set({ isFeatured: true })
    .where(inArray(products.id, [gel, plain]))
  const idsOf = async (filter: { page?: number; limit?: number }) => {
    const search = { q: 'okra', sort: 'featured' as const, ...filter }
    const [cards, list] = [await catalogue.list(search), await catalogue.listDetails(search)]
    expect([cards.total, list.total]).toEqual([5, 5])
    const shown = cards.products.map(({ id }) => id)
    expect(list.products.map(({ id }) => id)).toEqual(shown)
    return shown
  }
  expect(await idsOf({})).toEqual([gel, balm, oil, plain, second])
  expect(await idsOf({ limit: 2 })).toEqual([gel, balm])
  expect(await idsOf({ limit: 2, page: 2 })).toEqual([oil, plain])
  const [card] = (await catalogue.list({ q: 'okra', sort: 'featured', limit: 1 })).products
  expect((await catalogue.listByIds([gel]))[0]).toEqual(card)
})

test('of more than are shown, each page has the next of the newest, none twice, whatever is asked for beside the word', async () => {
  await fill(sql`
    insert into products (id, name, description, brands, category, price, stock_quantity, how_to_use, benefits, ingredients, featured)
    overriding system value
    select 1005 + 10 * n, 'Safflower ' || n, '', 'Adom', 'serum', n, 1, '', '', '', n % 50 = 0 from generate_series(1, 300) n`)
  const { catalogue } = shop.shop
  for (const category of [undefined, '', '-', 'serum']) {
    const shown: number[] = []
    for (let page = 1; page <= 5; page++) {
      const search = {
        q: 'safflower',
        sort: 'featured' as const,
        page,
        limit: 48,
        ...(category !== undefined && { category }),
      }
      const { products: cards, total } = await catalogue.list(search)
      expect(total).toBe(201)
      shown.push(...cards.map(({ id }) => id))
    }
    const newest = Array.from({ length: 201 }, (_, place) => 4_005 - 10 * place)
    const isFeatured = (id: number) => id % 500 === 5
    expect(shown).toEqual([...newest.filter(isFeatured), ...newest.filter((id) => !isFeatured(id))])
  }
})

test('a typing error finds the newest of those that look alike', async () => {
  const { products: found, total } = await shop.shop.catalogue.list({
    q: 'saflower',
    sort: 'newest',
    limit: 2,
  })
  expect([total, ...found.map(({ name }) => name)]).toEqual([201, 'Safflower 300', 'Safflower 299'])
})

test('a word that very many products share finds the newest of them, the cheapest of all, and says that there are more', async () => {
  await fill(sql`
    insert into products (id, name, description, brands, category, price, stock_quantity, how_to_use, benefits, ingredients)
    overriding system value
    select 100 * n, 'Marula oil ' || n, '', 'Adom', 'serum', 10000 + n, n, '', '', '' from generate_series(1, 400) n`)
  const { catalogue } = shop.shop
  const newest = await catalogue.list({ q: 'marula', sort: 'newest', limit: 2 })
  expect(newest.products.map(({ name }) => name)).toEqual(['Marula oil 400', 'Marula oil 399'])
  expect(newest.total).toBe(201)
  const cheapest = await catalogue.list({ q: 'marula', sort: 'price-low', limit: 1 })
  expect(cheapest.products.map(({ name }) => name)).toEqual(['Marula oil 1'])
  expect(await catalogue.list({ q: 'marula 399' })).toMatchObject({ total: 1, products: [{ id: 39_900 }] })
  expect((await catalogue.list({ q: 'marrula', limit: 1 })).total).toBe(201)
})

test('what is nearly gone is found by its exact number, whatever the number', async () => {
  const { catalogue } = shop.shop
  const countAtMost = async (stockAtMost: number) => {
    const { total } = await catalogue.listDetails({ q: 'marula', stockAtMost })
    return total
  }
  expect(await Promise.all([0, 1, 5, 6, 20, 21, 100].map(countAtMost))).toEqual([0, 1, 5, 6, 20, 21, 100])
})

test('where very many carry a word whole, it is meant as it stands; half a word is the beginning of one', async () => {
  await fill(sql`
    insert into products (id, name, description, brands, category, price, stock_quantity, how_to_use, benefits, ingredients)
    overriding system value
    select 50000 + n, case when n > 298 then 'Baobabs' else 'Baobab ' end || n, '', 'Adom', 'serum', n, 1, '', '', '' from generate_series(1, 300) n`)
  const { catalogue } = shop.shop
  const newest = async (q: string) => (await catalogue.list({ q, sort: 'newest', limit: 1 })).products[0]?.id
  expect(await newest('baobab')).toBe(50_298)
  expect(await newest('baoba')).toBe(50_300)
  expect(await catalogue.list({ q: 'baobabs' })).toMatchObject({ total: 2 })
  const cheapest = await catalogue.list({ q: 'baobab', sort: 'price-low', limit: 1 })
  expect(cheapest.products.map(({ id }) => id)).toEqual([50_001])
})

test('a large shop is searched within a shelf, and for what everyone may see', async () => {
  const { catalogue } = shop.shop
  const newestOn = async (shelf: string) => {
    const search = { q: 'baobab', sort: 'newest' as const, limit: 1, category: shelf }
    return (await catalogue.list(search)).products[0]?.id
  }
  expect([await newestOn(''), await newestOn('serum'), await newestOn('mask')]).toEqual([
    50_298,
    50_298,
    undefined,
  ])
  const { db } = shop.context
  await db.update(products).set({ isHidden: true }).where(eq(products.id, 50_298))
  expect([await newestOn(''), await newestOn('serum')]).toEqual([50_297, 50_297])
  await db.update(products).set({ isHidden: false }).where(eq(products.id, 50_298))
})

test('half a word that a tenth of the newest share finds the newest of them, and a rare one is found wherever it is', async () => {
  await fill(sql`
    insert into products (id, name, description, brands, category, price, stock_quantity, how_to_use, benefits, ingredients)
    overriding system value
    select 100000 + n, case when n = 1 then 'Tamarind' when n % 10 = 0 then 'Moringa' else 'Neem' end || ' ' || n, '', 'Adom', 'serum', n, 1, '', '', ''
    from generate_series(1, 3000) n`)
  const { catalogue } = shop.shop
  const newest = async (q: string) => {
    const { products: found, total } = await catalogue.list({ q, sort: 'newest', limit: 2 })
    return [total, ...found.map(({ id }) => id)]
  }
  expect(await newest('moring')).toEqual([201, 103_000, 102_990])
  expect(await newest('nee')).toEqual([201, 102_999, 102_998])
  expect(await newest('tamar')).toEqual([1, 100_001])
  expect((await catalogue.list({ q: 'tamar', category: 'mask' })).total).toBe(0)
  expect(await newest('marul')).toEqual([201, 40_000, 39_900])
})

test('in a large shop a typing error is understood by what the newest products are called, also when a space was left out', async () => {
  const { catalogue } = shop.shop
  const find = async (q: string) => (await catalogue.list({ q, limit: 1 })).products[0]?.name
  expect(await find('baobbab')).toMatch(/^Baobab/)
  expect(await find('baobbab serrum')).toMatch(/^Baobab/)
  expect(await find('marulaoil')).toMatch(/^Marula oil/)
  expect(await find('baobabserum')).toMatch(/^Baobab/)
  expect(await find('neme')).toMatch(/^Neem/)
  expect(await find('zzyzx')).toBeUndefined()
})
