import { expect, test } from 'vitest'
import { shelfOf } from '#rules/categories.ts'
import { footerGroups, guestLinks, legalLinks, mainLinks, roleLinks } from './navigation-links.tsx'

test('the footer leads to every shelf and page that it must', () => {
  const paths = [
    ...footerGroups(['cleanser', 'moisturizer', 'serum', 'mask', 'toner'].map(shelfOf)).flatMap(
      ({ links }) => links,
    ),
    ...legalLinks,
  ].map(({ to }) => to)
  expect(paths).toEqual([
    '/shop?category=cleanser',
    '/shop?category=moisturizer',
    '/shop?category=serum',
    '/shop?category=mask',
    '/shop?category=toner',
    '/wishlist',
    '/about',
    '/contact',
    '/blog',
    '/track-order',
    '/faq',
    '/shipping-policy',
    '/returns-policy',
    '/privacy-policy',
    '/terms-of-service',
  ])
})

test('the footer leads to the categories that the shop has', () => {
  const [shop] = footerGroups([
    shelfOf('eye cream'),
    { slug: 'hair care', name: 'Hair', heading: 'For your hair' },
  ])
  expect(shop?.links).toEqual([
    { to: '/shop?category=eye+cream', label: 'Eye Creams' },
    { to: '/shop?category=hair+care', label: 'For your hair' },
    { to: '/wishlist', label: 'Wishlist' },
  ])
})

test('the navigation bar leads to the shop, the story and the contact page', () => {
  expect(mainLinks.map(({ to }) => to)).toEqual(['/shop', '/about', '/contact'])
  expect(guestLinks.map(({ to }) => to)).toEqual(['/login', '/signup'])
})

test('only admins see the admin link and only drivers the driver link', () => {
  expect(roleLinks({ role: null, isDriver: false })).toEqual([])
  expect(roleLinks({ role: 'admin', isDriver: false })).toEqual([{ to: '/admin', label: 'Admin' }])
  expect(roleLinks({ role: null, isDriver: true })).toEqual([{ to: '/driver', label: 'Driver' }])
})
