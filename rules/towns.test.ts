import { expect, test } from 'vitest'
import { accraAreas, regions } from './delivery-fee.ts'
import { suggestTowns, townsOf } from './towns.ts'

test.each([
  ['Ahafo', 'Goaso'],
  ['Ashanti', 'Kumasi'],
  ['Bono', 'Sunyani'],
  ['Bono East', 'Techiman'],
  ['Central', 'Cape Coast'],
  ['Eastern', 'Koforidua'],
  ['Greater Accra', 'Accra'],
  ['North East', 'Nalerigu'],
  ['Northern', 'Tamale'],
  ['Oti', 'Dambai'],
  ['Savannah', 'Damongo'],
  ['Upper East', 'Bolgatanga'],
  ['Upper West', 'Wa'],
  ['Volta', 'Ho'],
  ['Western', 'Takoradi'],
  ['Western North', 'Sefwi Wiawso'],
] as const)('%s offers %s first', (region, capital) => {
  expect(townsOf[region][0]).toBe(capital)
  expect(suggestTowns(region)[0]).toBe(capital)
})

test('no region offers a town twice', () => {
  for (const region of regions) {
    const towns = suggestTowns(region)
    expect(new Set(towns).size).toBe(towns.length)
    expect(towns.length).toBeGreaterThan(9)
  }
})

test('Nsawam lies in Eastern and is offered in Greater Accra too', () => {
  expect(townsOf.Eastern).toContain('Nsawam')
  expect(townsOf['Greater Accra']).not.toContain('Nsawam')
  expect(suggestTowns('Greater Accra')).toContain('Nsawam')
})

test('Kasoa lies in Central', () => {
  expect(townsOf.Central).toContain('Kasoa')
  expect(suggestTowns('Greater Accra')).not.toContain('Kasoa')
})

test('every area of Accra is offered with its city behind it', () => {
  for (const area of accraAreas) expect(suggestTowns('Greater Accra')).toContain(`${area}, Accra`)
})
