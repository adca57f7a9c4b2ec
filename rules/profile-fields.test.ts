import { expect, test } from 'vitest'
import { checkProfile, type ProfileTexts, profileMistake, tidyProfileText } from './profile-fields.ts'

const empty: ProfileTexts = {
  full_name: '',
  display_name: '',
  website: '',
  phone: '',
  shipping_address: '',
  city: '',
  state: '',
}

test('an empty profile is a good profile', () => {
  expect(checkProfile(empty)).toEqual({})
  expect(checkProfile({ ...empty, full_name: '  ', phone: ' ' })).toEqual({})
})

test('a filled profile says all that is wrong with it', () => {
  const wrong = {
    ...empty,
    full_name: 'x'.repeat(121),
    display_name: 'ama@example.com',
    website: 'javascript:alert(1)',
    phone: '12',
    state: 'Atlantis',
  }
  expect(checkProfile(wrong)).toEqual({
    full_name: 'Please use at most 120 characters',
    display_name: 'Please choose a name without @',
    website: 'Please enter an address such as example.com',
    phone: 'Please enter a Ghana number such as 024 123 4567, or an international one with +',
    state: 'Please choose a region',
  })
})

test('names in all languages of Ghana are welcome', () => {
  expect(checkProfile({ ...empty, full_name: 'Ɔkɔnkɔ Ŋutifafa', display_name: 'Ɛfua' })).toEqual({})
})

test.each([
  ['example.com', 'https://example.com'],
  ['https://example.com/', 'https://example.com'],
  ['http://example.com/ama?x=1', 'http://example.com/ama?x=1'],
  ['  shop.example.com.gh/ama ', 'https://shop.example.com.gh/ama'],
  ['example.com:8080/ama', 'https://example.com:8080/ama'],
  ['', ''],
])('the website %j is kept as %j', (written, kept) => {
  expect(profileMistake('website', written)).toBeNull()
  expect(tidyProfileText('website', written)).toBe(kept)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,hello',
  'file:///etc/passwd',
  'mailto:ama@example.com',
  'http://localhost',
  'https://user:secret@example.com',
  'two words.com',
  'http://',
  'example',
  `example.com/${'x'.repeat(190)}`,
])('%j is no website', (written) => {
  expect(profileMistake('website', written)).not.toBeNull()
})

test('phone and region have one spelling', () => {
  expect(tidyProfileText('phone', '+233 24-123-4567')).toBe('024 123 4567')
  expect(tidyProfileText('state', 'greater  accra region')).toBe('Greater Accra')
  expect(tidyProfileText('phone', '')).toBe('')
  expect(tidyProfileText('state', '')).toBe('')
  expect(tidyProfileText('city', ' Tema ')).toBe('Tema')
})
