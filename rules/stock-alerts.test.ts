import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayStillBeTold, readContact, toldForEachJar } from './stock-alerts.ts'

test('however jars come and go, nobody is told beyond the jars times the factor', () => {
  const stocks = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(stocks, fc.integer({ min: 0, max: 500 }), (shelf, waiting) => {
      let told = 0
      for (const stock of shelf) {
        const more = Math.min(waiting - told, mayStillBeTold({ stock, told }))
        expect(more).toBeGreaterThanOrEqual(0)
        told += more
      }
      expect(told).toBe(Math.min(waiting, Math.max(...shelf) * toldForEachJar))
    }),
  )
})

test('a contact is an e-mail address or a phone that reads messages, in one spelling', () => {
  expect(readContact(' Ama@Example.com ')).toEqual({ kind: 'email', recipient: 'ama@example.com' })
  expect(readContact('024 123 4567')).toEqual({ kind: 'phone', recipient: '233241234567' })
  expect(readContact('+44 7911 123456')).toEqual({ kind: 'phone', recipient: '+447911123456' })
  for (const none of ['', 'Ama', '030 212 3456', '12', 'ama@', `${'a'.repeat(250)}@example.com`])
    expect(readContact(none)).toBe(null)
})
