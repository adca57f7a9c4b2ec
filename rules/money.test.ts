import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCedis, formatGhs, fromCedis, plainCedis, readCedis, toCedis, toPesewas } from './money.ts'

const amounts = fc.integer({ min: 0, max: 999_999_999_999_999 })

test.each([
  [14500, 'Ghs 145.00'],
  [0, 'Ghs 0.00'],
  [5, 'Ghs 0.05'],
  [4550, 'Ghs 45.50'],
  [123456789, 'Ghs 1234567.89'],
  [-500, 'Ghs -5.00'],
])('%i pesewas read as %s', (amount, text) => {
  expect(formatGhs(amount)).toBe(text)
})

test.each([
  [1.15, 115],
  [145, 14500],
  [19.99, 1999],
  [0.1, 10],
  ['145.00', 14500],
  [' 45.5 ', 4550],
  ['0', 0],
  [-0, 0],
])('%s cedis are %i pesewas', (cedis, amount) => {
  expect(fromCedis(cedis)).toBe(amount)
})

test.each([
  [0.1 + 0.2],
  ['1.005'],
  ['-5'],
  [-5],
  [''],
  ['.5'],
  ['5.'],
  ['1,000'],
  ['Ghs 5'],
  ['1e3'],
  [1e21],
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  ['9'.repeat(40)],
])('%s is not an amount of cedis', (cedis) => {
  expect(fromCedis(cedis)).toBeNull()
})

test.each([
  ['165', 16_500],
  ['165.5', 16_550],
  ['165.00', 16_500],
  ['165.000', 16_500],
  ['165,00', 16_500],
  ['1,650.00', 165_000],
  ['1.650,00', 165_000],
  ['1650000.10', 165_000_010],
  ['165,000', null],
  ['165.005', null],
  ['165.', null],
  ['16,50.00', null],
  ['a lot', null],
  ['', null],
])('a gateway that writes %s means %s pesewas', (written, amount) => {
  expect(readCedis(written)).toBe(amount)
})

test('an amount comes back unchanged from the wire', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      expect(fromCedis(toCedis(amount))).toBe(amount)
      expect(toPesewas(JSON.parse(JSON.stringify(toCedis(amount))))).toBe(amount)
    }),
  )
})

test('an amount from the wire may be added up with fractions, and may be below zero', () => {
  expect(toPesewas(59.970000000000006)).toBe(5997)
  expect(formatCedis(-1.15)).toBe('Ghs -1.15')
})

test('an amount comes back unchanged from what a person reads', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      expect(fromCedis(plainCedis(amount))).toBe(amount)
      expect(formatGhs(amount)).toBe(`Ghs ${plainCedis(amount)}`)
    }),
  )
})
