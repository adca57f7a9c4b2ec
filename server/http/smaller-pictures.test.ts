import { expect, test } from 'vitest'
import { smallerPictures } from './assets.ts'

test('a built picture leads to the same one a size smaller, in the same format', () => {
  const addresses = [
    '/assets/hero-phone-720-CWOowpp8.avif',
    '/assets/hero-phone-540-C6ziQeYO.avif',
    '/assets/hero-phone-360-D_qSSQGM.avif',
    '/assets/hero-phone-360-D_qSSQGN.webp',
    '/assets/hero-laptop-960-DFcAqIoQ.avif',
    '/assets/serums-480-I--jlvJM.webp',
    '/assets/serums-240-zAJSjpWh.webp',
    '/assets/CSna-UM.js',
    '/favicon.png',
  ]
  expect(Object.fromEntries(smallerPictures(addresses))).toEqual({
    '/assets/hero-phone-720-CWOowpp8.avif': '/assets/hero-phone-540-C6ziQeYO.avif',
    '/assets/hero-phone-540-C6ziQeYO.avif': '/assets/hero-phone-360-D_qSSQGM.avif',
    '/assets/serums-480-I--jlvJM.webp': '/assets/serums-240-zAJSjpWh.webp',
  })
})
