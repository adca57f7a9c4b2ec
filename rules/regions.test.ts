import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSamePlace, readRegion, regions, tidyDigitalAddress } from './regions.ts'

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

test.each([
  ['GA-183-8164', 'GA-183-8164'],
  ['ga1838164', 'GA-183-8164'],
  [' Ga 183 8164 ', 'GA-183-8164'],
  ['ga-1838164', 'GA-183-8164'],
  ['en-200-1987', 'EN-200-1987'],
  ['ak 039-5028', 'AK-039-5028'],
  ['eo10701234', 'EO-1070-1234'],
  ['n5-03074-1234', 'N5-03074-1234'],
  ['n5030741234', 'N5-03074-1234'],
  ['aak-123-4567', 'AAK-123-4567'],
  ['aak1234567', 'AAK-123-4567'],
])('%s is written %s', (typed, tidy) => {
  expect(tidyDigitalAddress(typed)).toBe(tidy)
})

test.each(['', '00233', 'behind the Shell station', 'GA-18-8164', 'PMB 12', '12345'])(
  '"%s" stays as it is',
  (typed) => {
    expect(tidyDigitalAddress(typed)).toBe(typed)
  },
)

test('tidying twice changes nothing more', () => {
  const typed = fc.oneof(fc.string(), fc.stringMatching(/^[a-z][a-z0-9]{1,2}[ -]{0,2}\d{3,5}[ -]{0,2}\d{4}$/))
  fc.assert(
    fc.property(typed, (text) => {
      const tidy = tidyDigitalAddress(text)
      expect(tidyDigitalAddress(tidy)).toBe(tidy)
    }),
  )
})
