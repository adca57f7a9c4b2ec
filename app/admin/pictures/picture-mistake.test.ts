import { expect, test } from 'vitest'
import { pictureMistake } from './picture-mistake.ts'

const name = 'photo.jpg'

test('a photo of up to 15 MB in a usual format is taken', () => {
  expect(pictureMistake({ name, type: 'image/jpeg', size: 15 * 1024 * 1024 })).toBeUndefined()
  expect(pictureMistake({ name, type: 'image/jpeg', size: 15 * 1024 * 1024 + 1 })).toBe(
    'Image is too large. The limit is 15 MB.',
  )
})

test('a phone’s HEIC photo is taken, also by browsers that do not know the format', () => {
  expect(pictureMistake({ name: 'IMG_1.HEIC', type: '', size: 1 })).toBeUndefined()
  expect(pictureMistake({ name: 'IMG_1.heic', type: 'image/heic', size: 1 })).toBeUndefined()
})

test('drawings that could run and other files are not taken', () => {
  for (const type of ['image/svg+xml', 'application/pdf', '']) {
    expect(pictureMistake({ name: 'x.svg', type, size: 1 })).toBe(
      'Only JPEG, PNG, WebP, AVIF or HEIC images are allowed',
    )
  }
})
