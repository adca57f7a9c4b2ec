import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { accraAreas } from '#rules/delivery-fee.ts'
import { invalidating } from '#server/platform/database/invalidation.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { shopSettings } from './tables.ts'

const { shop, context, clock, close } = await openTestShop()
afterAll(close)

test('a new shop has the values of the specification', async () => {
  expect(await shop.settings.read()).toMatchObject({
    chatNumber: '1234567890',
    contact: { hours: 'Monday to Saturday, 9am to 10pm GMT' },
    social: { instagram: '', facebook: '' },
    saleBanner: { isOn: true, title: 'Grand Opening Sale Coming Soon!', endsAt: '2025-07-30T23:59:59Z' },
    lowStockLevel: 5,
  })
})

test('what the owner changed holds; what no longer fits counts as unset', async () => {
  const values = Object.entries({
    lowStockLevel: 3,
    chatNumber: 'not a number',
    saleBanner: { isOn: 'yes' },
    social: null,
    ofAnOlderShop: 1,
  }).map(([name, value]) => ({ name, value: value ?? 'null', updatedAt: clock() }))
  await invalidating(context, ['settings'], (tx) => tx.insert(shopSettings).values(values))
  const settings = await shop.settings.read()
  expect(settings).toMatchObject({ lowStockLevel: 3, chatNumber: '1234567890', saleBanner: { isOn: true } })
  expect(settings.social.instagram).toBe('')
  expect(settings).not.toHaveProperty('ofAnOlderShop')
})

test('an older fee table gets the areas of Accra, except those that the owner has named', async () => {
  const older = [
    { region: 'Greater Accra', cities: ['Accra', 'Labone'], fee: 1000 },
    { region: 'Greater Accra', cities: ['east legon'], fee: 2000 },
    { region: null, cities: [], fee: 4500 },
  ]
  const row = { name: 'deliveryFees', value: older, updatedAt: clock() }
  await invalidating(context, ['settings'], async (tx) => {
    await tx.insert(shopSettings).values(row)
    await tx.execute(readFileSync('server/migrations/0014_areas_in_fee_table.sql', 'utf8'))
  })
  const others = accraAreas.filter((area) => !['Labone', 'East Legon'].includes(area))
  expect((await shop.settings.read()).deliveryFees).toEqual([
    { region: 'Greater Accra', cities: ['Accra', 'Labone', ...others], fee: 1000 },
    ...older.slice(1),
  ])
})
