import { expect, test } from 'vitest'
import {
  type FormPicture,
  movePicture,
  pictureMistake,
  pictureOrder,
  progressOf,
  savedPicture,
} from './pictures.ts'

const kept = ['/media/pictures/a/800.webp', '/media/pictures/b/800.webp'].map(savedPicture)
const photo: FormPicture = { id: '1', name: 'a.jpg', preview: 'blob:1', file: new File(['x'], 'a.jpg') }

test('a picture moves one place, and never out of the list', () => {
  const ids = (pictures: FormPicture[]) => pictures.map(({ id }) => id.slice(-10))
  expect(ids(movePicture(kept, kept[1]?.id ?? '', -1))).toEqual(['b/800.webp', 'a/800.webp'])
  expect(ids(movePicture(kept, kept[0]?.id ?? '', -1))).toEqual(['a/800.webp', 'b/800.webp'])
  expect(ids(movePicture(kept, kept[1]?.id ?? '', 1))).toEqual(['a/800.webp', 'b/800.webp'])
})

test('a new photo can stand before the pictures that are there', () => {
  const [first, second] = kept
  if (!first || !second) throw new Error('Two pictures were kept')
  expect(pictureOrder([photo, second, first])).toEqual({
    order: ['new:0', '/media/pictures/b/800.webp', '/media/pictures/a/800.webp'],
    files: [photo.file],
  })
})

test('what is sent of a form is shared out to its files, one after the other', () => {
  const files = [{ size: 100 }, { size: 300 }]
  expect(progressOf(files, 0)).toEqual([0, 0])
  expect(progressOf(files, 0.25)).toEqual([100, 0])
  expect(progressOf(files, 0.625)).toEqual([100, 50])
  expect(progressOf(files, 1)).toEqual([100, 100])
})

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
