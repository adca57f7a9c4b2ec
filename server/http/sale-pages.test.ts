import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { saleBody } from '#contract/sales-and-discounts.ts'
import { saleTitle } from '#rules/countdown.ts'
import { shelve } from '../testing/sample-rows.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

const here = await openTestShop({ withPages: true })
const there = await openTestShop({ withPages: true, beside: here, clock: here.clock })
afterAll(async () => {
  await there.close()
  await here.close()
})
const { clock, context } = here
const jar = await shelve(context, { name: 'Shea', price: 14_500, isFeatured: true })
const { viewer } = await here.signedInAs('admin')

const inMinutes = (minutes: number) => new Date(clock().getTime() + minutes * 60_000).toISOString()

/** From the next minute on, for a minute. */
function addSale(changes: object = {}) {
  const span = { starts_at: inMinutes(1), ends_at: inMinutes(2) }
  const sale = { name: 'Harmattan sale', percent: 20, scope: 'all' as const, ...span, ...changes }
  return here.shop.sales.add(viewer, z.decode(saleBody, sale))
}

async function read(shop: TestShop, path: string): Promise<string> {
  return (await shop.ask<string>('GET', path)).body
}

/** As people see it: without the comments between the parts of a text. */
function wordsOf(page: string): string {
  return page.replaceAll(/<!-- -->|<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
}

test('cached pages of every process change at the very second at which a sale begins and ends', async () => {
  await addSale({ ends_at: inMinutes(1.5) })
  // The other process has heard of it as soon as it shows that it knows.
  await expect.poll(() => there.shop.sales.findNextPriceChange()).not.toBeNull()
  const seen: boolean[][] = []
  // Young enough each time to be served from memory for long.
  for (const seconds of [30, 29.999, 0.001, 29.999, 0.001]) {
    clock.forward({ seconds })
    const pages = [read(here, '/shop'), read(there, '/shop'), read(there, `/product/${jar}`), read(here, '/')]
    seen.push((await Promise.all(pages)).map((page) => wordsOf(page).includes('Ghs 116.00')))
  }
  const all = (isOnSale: boolean) => Array.from({ length: 4 }, () => isOnSale)
  expect(seen).toEqual([all(false), all(false), all(true), all(true), all(false)])
})

test('a page whose price is about to change is left to no cache on the way', async () => {
  await addSale()
  const soon = (await here.ask('GET', '/shop')).headers
  expect([soon['cache-control'], soon['cdn-cache-control']]).toEqual([
    'public, max-age=0, must-revalidate',
    undefined,
  ])
  clock.forward({ minutes: 2 })
  expect((await here.ask('GET', '/shop')).headers['cdn-cache-control']).toContain('max-age=5')
})

test('a product in a sale says its old and new price in words, how much is off, and until when', async () => {
  await addSale()
  clock.forward({ minutes: 1 })
  const page = await read(here, `/product/${jar}`)
  const words = wordsOf(page)
  expect(words).toContain('Ghs 116.00 instead of Ghs 145.00')
  expect(words).toContain('20% off')
  expect(words).toContain('This price holds until')
  expect(page).toMatch(/<s[^>]*>Ghs 145\.00<\/s>/)
  expect(page).toContain(`"priceValidUntil":"${clock().toISOString().slice(0, 10)}"`)
  clock.forward({ minutes: 1 })
  expect(await read(here, `/product/${jar}`)).not.toContain('priceValidUntil')
})

test('the home page counts down to a sale only while one that wants it runs', async () => {
  expect(await read(here, '/')).toContain(saleTitle)
  await addSale({ countdown: true })
  expect(await read(here, '/')).toContain(saleTitle)
  clock.forward({ minutes: 1 })
  const during = await read(here, '/')
  expect([during.includes('Harmattan sale'), during.includes(saleTitle)]).toEqual([true, false])
  clock.forward({ minutes: 1 })
  expect(await read(here, '/')).toContain(saleTitle)
})
