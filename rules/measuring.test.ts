import { expect, test } from 'vitest'
import {
  measuredPages,
  measurersOf,
  measuringHosts,
  noTags,
  readGoogleTag,
  readMetaPixel,
} from './measuring.ts'

test('an id is taken only as its giver writes it', () => {
  expect(readMetaPixel(' 123456789012345 ')).toBe('123456789012345')
  expect(readGoogleTag('g-ab12cd34ef')).toBe('G-AB12CD34EF')
  expect([readMetaPixel(''), readGoogleTag(' ')]).toEqual(['', ''])
  const wrong = ['GTM-ABC123', 'AW-123456789', 'UA-1234-5', "G-');alert(1)//", 'G-</script>', 'G-A B C D']
  expect(wrong.map(readGoogleTag)).toEqual(wrong.map(() => null))
  expect(['12345', '12345678901a', "fbq('init', '123456789012345')"].map(readMetaPixel)).toEqual([
    null,
    null,
    null,
  ])
})

test('only the hosts of those who measure are allowed', () => {
  expect(measuringHosts(noTags)).toEqual({ script: [], picture: [], connection: [] })
  const { script } = measuringHosts({ metaPixel: '123456789012345', googleTag: '' })
  expect(script).toEqual(['https://connect.facebook.net'])
  expect(measurersOf({ metaPixel: '123456789012345', googleTag: 'G-AB12CD' })).toBe('Meta and Google')
  expect(measurersOf(noTags)).toBe('')
})

test('no page whose address says something about a person is measured', () => {
  const open = [
    '/',
    '/shop',
    '/product/9',
    '/blog',
    '/blog/shea',
    '/cart',
    '/checkout',
    '/privacy-policy',
    '/pages/us',
  ]
  const closed = [
    '/track-order',
    '/pay/abc',
    '/account',
    '/login',
    '/reset-password',
    '/confirm-email',
    '/welcome',
  ]
  expect(open.filter((path) => !measuredPages.test(path))).toEqual([])
  const others = [
    ...closed,
    '/newsletter/leave',
    '/admin',
    '/admin/orders',
    '/driver',
    '/product/9/x',
    '/user-orders',
  ]
  expect(others.filter((path) => measuredPages.test(path))).toEqual([])
})
