import { expect, test } from 'vitest'
import { type DeliveryFees, defaultDeliveryFees, deliveryFee } from './delivery-fee.ts'
import { feesByRegion, mostSpecificFirst, repeatedPlaces } from './fee-table.ts'

const everywhere = { region: null, cities: [], fee: 4000 }

test('towns come before regions and those before everywhere else, however they were entered', () => {
  const shuffled: DeliveryFees = [
    everywhere,
    { region: 'Volta', cities: [], fee: 3000 },
    { region: null, cities: ['Ho'], fee: 2000 },
    { region: 'Volta', cities: ['Ho'], fee: 1000 },
  ]
  const sorted = mostSpecificFirst(shuffled)
  expect(sorted.map(({ fee }) => fee)).toEqual([1000, 2000, 3000, 4000])
  const pays = (region: string, city: string) =>
    deliveryFee({ option: 'delivery_service', region, city }, sorted)
  expect([pays('Volta', 'ho '), pays('Oti', 'Ho'), pays('Volta', 'Keta'), pays('Oti', 'Dambai')]).toEqual([
    1000, 2000, 3000, 4000,
  ])
})

test('the table of the specification is in its right order already', () => {
  expect(mostSpecificFirst(defaultDeliveryFees)).toEqual(defaultDeliveryFees)
})

test('a town or region that stands in two rows is found, in any case', () => {
  const rows = [
    { region: null, cities: ['Tema', 'Nsawam'] },
    { region: null, cities: ['Ho', 'TEMA'] },
    { region: 'Volta' as const, cities: [] },
    { region: 'Volta' as const, cities: [] },
    { region: 'Volta' as const, cities: ['Tema'] },
  ]
  expect([...repeatedPlaces(rows)]).toEqual([
    [1, 'TEMA'],
    [3, 'Volta'],
  ])
})

test('a place of a list may have a row of its own, which counts before the list', () => {
  const list = { region: 'Volta' as const, cities: ['Ho', 'Keta'], fee: 1000 }
  const own = { region: 'Volta' as const, cities: ['Keta'], fee: 2000 }
  expect(repeatedPlaces([list, own]).size).toBe(0)
  expect([...repeatedPlaces([list, own, own])]).toEqual([[2, 'Keta']])
  expect(mostSpecificFirst([everywhere, list, own])).toEqual([own, list, everywhere])
})

test('every known town is listed with what it pays, and the place that nobody listed', () => {
  const accra = feesByRegion(defaultDeliveryFees).find(({ region }) => region === 'Greater Accra')
  expect(accra?.elsewhere).toBe(4500)
  expect(accra?.towns).toEqual(
    expect.arrayContaining([
      { town: 'Accra', fee: 0 },
      { town: 'Tema', fee: 5500 },
      { town: 'Madina', fee: 4500 },
    ]),
  )
})

test('a town that only the owner knows is listed in its region', () => {
  const fees: DeliveryFees = [{ region: 'Oti', cities: ['Borae'], fee: 9900 }, everywhere]
  const [oti, volta] = ['Oti', 'Volta'].map((name) =>
    feesByRegion(fees).find(({ region }) => region === name),
  )
  expect(oti?.towns).toContainEqual({ town: 'Borae', fee: 9900 })
  expect(volta?.towns.map(({ town }) => town)).not.toContain('Borae')
})
