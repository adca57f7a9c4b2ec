import { expect, test } from 'vitest'
import { pictureMistake } from './picture-mistake.ts'

test('a photo of up to 15 MB in a usual format is taken', () => {
  expect(pictureMistake({ type: 'image/jpeg', size: 15 * 1024 * 1024 })).toBeUndefined()
  expect(pictureMistake({ type: 'image/jpeg', size: 15 * 1024 * 1024 + 1 })).toBe(
    'Image is too large. The limit is 15 MB.',
  )
})

test('drawings that could run and other files are not taken', () => {
  for (const type of ['image/svg+xml', 'image/heic', 'application/pdf', '']) {
    expect(pictureMistake({ type, size: 1 })).toBe('Only JPEG, PNG, WebP or AVIF images are allowed')
  }
})
