import { expect, test } from 'vitest'
import type { ProfileResponse } from '#contract/accounts.ts'
import {
  isChanged,
  isDraft,
  type PictureChoice,
  readTexts,
  samePicture,
  textsOf,
  toForm,
} from './profile-values.ts'

const profile: ProfileResponse = {
  id: '1',
  email: 'ama@example.com',
  sign_in_phone: null,
  email_confirmed: true,
  full_name: 'Ama Serwaa',
  display_name: 'Ama',
  website: '',
  phone: '024 123 4567',
  shipping_address: '',
  city: 'Tema',
  state: 'Greater Accra',
  avatar_url: '/media/avatars/1.webp',
}

const texts = textsOf(profile)
const small: PictureChoice = { is: 'small', address: `data:image/jpeg;base64,${btoa('photo')}` }

test('a form as it came has nothing to save, blanks around a text do not count', () => {
  expect(isChanged({ texts, picture: samePicture }, profile)).toBe(false)
  expect(isChanged({ texts: { ...texts, city: ' Tema ' }, picture: samePicture }, profile)).toBe(false)
})

test('a changed text or picture is something to save', () => {
  expect(isChanged({ texts: { ...texts, city: '' }, picture: samePicture }, profile)).toBe(true)
  expect(isChanged({ texts, picture: { is: 'none' } }, profile)).toBe(true)
  expect(isChanged({ texts, picture: small }, profile)).toBe(true)
})

test('a field that the form lacks is empty', () => {
  const values = new FormData()
  values.append('city', 'Ho')
  expect(readTexts(values)).toMatchObject({ city: 'Ho', full_name: '' })
})

test('the form says whose profile it is, and speaks of the picture only when it changes', async () => {
  expect(Object.fromEntries(toForm({ texts, picture: samePicture }, profile))).toEqual({
    id: '1',
    email: 'ama@example.com',
    ...texts,
  })
  expect(toForm({ texts, picture: { is: 'none' } }, profile).get('avatar_url')).toBe('')
  const photo = toForm({ texts, picture: small }, profile).get('avatar')
  expect(photo).toMatchObject({ name: 'photo.jpg', type: 'image/jpeg', size: 5 })
  const original = new File(['photo'], 'IMG_1.heic')
  expect(toForm({ texts, picture: { is: 'original', file: original } }, profile).get('avatar')).toMatchObject(
    {
      name: 'IMG_1.heic',
    },
  )
})

test('a draft with its picture survives the way through the storage; anything else does not', () => {
  const draft = { texts, picture: small }
  expect(isDraft(JSON.parse(JSON.stringify(draft)))).toBe(true)
  expect(isDraft({ texts, picture: samePicture })).toBe(true)
  for (const damaged of [
    null,
    'draft',
    {},
    { texts },
    { texts: { ...texts, city: 7 }, picture: samePicture },
    { texts, picture: { is: 'original', file: {} } },
    { texts, picture: { is: 'small', address: 'javascript:alert(1)' } },
  ]) {
    expect(isDraft(damaged)).toBe(false)
  }
})
