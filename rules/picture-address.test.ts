import { expect, test } from 'vitest'
import { avifWidths, pictureAddress, pictureIdOf, pictureKey, smallerPictureKey } from './picture-address.ts'

test('a picture is found again by any of its addresses', () => {
  expect(pictureIdOf(pictureAddress('a1-b2', 800, 'webp'))).toBe('a1-b2')
  expect(pictureIdOf(pictureAddress('a1-b2', 320, 'avif'))).toBe('a1-b2')
})

test('an address that is not one of ours means no picture', () => {
  for (const address of [
    '',
    'javascript:alert(1)',
    '//evil/media/pictures/a/1.webp',
    '/media/pictures/../x/1.webp',
  ]) {
    expect(pictureIdOf(address)).toBeNull()
  }
})

test('a phone that saves data gets the next smaller file of the same picture', () => {
  expect(smallerPictureKey(pictureKey('a1-b2', 1200, 'webp'))).toBe(pictureKey('a1-b2', 800, 'webp'))
  expect(smallerPictureKey(pictureKey('a1-b2', 320, 'avif'))).toBe(pictureKey('a1-b2', 160, 'avif'))
})

test('a picture that was narrow itself has a smaller file of a usual width', () => {
  expect(smallerPictureKey(pictureKey('a1', 1000, 'webp'))).toBe(pictureKey('a1', 800, 'webp'))
})

test('there is nothing smaller than the smallest, and nothing beside pictures', () => {
  expect(smallerPictureKey(pictureKey('a1', 160, 'webp'))).toBeNull()
  expect(smallerPictureKey('pictures/a1/800.txt')).toBeNull()
  expect(smallerPictureKey('exports/a1/800.webp')).toBeNull()
})

test('the largest size is not made in the slow format', () => {
  expect(avifWidths([160, 480, 800, 1200])).toEqual([160, 480, 800])
})
