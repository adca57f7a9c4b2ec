import { expect, test } from 'vitest'
import { addressLine, readCheckout, settleArea, withArea } from './checkout-values.ts'

function filled(fields: Record<string, string>): FormData {
  const values = new FormData()
  for (const [name, text] of Object.entries(fields)) values.set(name, text)
  return values
}

test.each([
  ['Osu', 'House 14', 'House 14, Osu'],
  ['osu, accra', '', 'Osu'],
  ['East Legon', 'House 14, East Legon', 'House 14, East Legon'],
])('%s in Greater Accra is Accra, and the area goes into the address', (city, address, expected) => {
  expect(settleArea({ state: 'Greater Accra', city, address })).toEqual({
    state: 'Greater Accra',
    city: 'Accra',
    address: expected,
  })
})

test.each([
  ['Ashanti', 'Osu'],
  ['Greater Accra', 'Tema'],
  ['', 'Accra'],
])('a town that is no area of Accra stays as it is: %s, %s', (state, city) => {
  expect(settleArea({ state, city, address: 'House 14' })).toEqual({ state, city, address: 'House 14' })
})

test('an area that the address already names is not added again', () => {
  expect(withArea('Oxford Street, OSU', 'Osu')).toBe('Oxford Street, OSU')
})

test('the form is read without blanks at the ends, and the digital address in its own spelling', () => {
  const form = readCheckout(
    filled({ fullName: ' Ama Serwaa ', city: ' Kumasi', state: 'Ashanti', zipCode: 'ak 039 5028' }),
  )
  expect(form).toMatchObject({ fullName: 'Ama Serwaa', city: 'Kumasi', zipCode: 'AK-039-5028', email: '' })
})

test('the address in one line leaves out what is empty', () => {
  const form = readCheckout(filled({ address: 'House 14', city: 'Kumasi', state: 'Ashanti' }))
  expect(addressLine(form)).toBe('House 14, Kumasi, Ashanti')
})
