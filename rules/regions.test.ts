import { expect, test } from 'vitest'
import { isSamePlace, readRegion, regions } from './regions.ts'

test('Ghana has its sixteen regions, in the order of the list', () => {
  expect(regions.join(', ')).toBe(
    'Ahafo, Ashanti, Bono, Bono East, Central, Eastern, Greater Accra, North East, Northern, Oti, Savannah, Upper East, Upper West, Volta, Western, Western North',
  )
})

test.each([
  ['Greater Accra', 'Greater Accra'],
  ['  greater   ACCRA ', 'Greater Accra'],
  ['Ashanti Region', 'Ashanti'],
  ['north east', 'North East'],
])('%s is the region %s', (text, region) => {
  expect(readRegion(text)).toBe(region)
})

test.each(['', 'Accra', 'Region', 'Lagos', 'Brong Ahafo'])('"%s" is no region', (text) => {
  expect(readRegion(text)).toBeNull()
})

test('a place is compared without case and outer blanks', () => {
  expect(isSamePlace(' ada  foah', 'Ada Foah')).toBe(true)
  expect(isSamePlace('Ho', 'Hohoe')).toBe(false)
})
