import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tidyDigitalAddress } from './regions.ts'

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
