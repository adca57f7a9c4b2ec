import { expect, test } from 'vitest'
import { pictureAddress, pictureIdOf } from './picture-address.ts'

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
