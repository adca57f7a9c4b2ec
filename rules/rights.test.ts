import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  firstOfficePage,
  may,
  missingRightText,
  type OfficeRole,
  officeRoles,
  pageRight,
  type Right,
  rights,
  roleMay,
} from './rights.ts'

const nothing = { isAdmin: false, isManager: false, isHelper: false }

function rightsOf(role: OfficeRole | null): Right[] {
  return rights.filter((right) => roleMay(role, right))
}

test('a helper works on orders, messages, products and the blog, and on nothing else', () => {
  expect(rightsOf('helper')).toEqual(['office', 'orders', 'messages', 'products', 'blog'])
})

test('a manager does everything but the team, the payment settings and deleting', () => {
  expect(rights.filter((right) => !roleMay('manager', right))).toEqual([
    'payment_settings',
    'deletion',
    'team',
  ])
})

test('an admin does everything; whoever has no role does nothing', () => {
  expect(rightsOf('admin')).toEqual(rights)
  expect(rightsOf(null)).toEqual([])
  for (const right of rights)
    expect([may(null, right), may(undefined, right), may(nothing, right)]).toEqual([false, false, false])
})

test('a higher role has every right of a lower one, and several roles are no more than the highest', () => {
  const holder = fc.record({ isAdmin: fc.boolean(), isManager: fc.boolean(), isHelper: fc.boolean() })
  fc.assert(
    fc.property(holder, fc.constantFrom(...rights), (held, right) => {
      const each = [held.isHelper, held.isManager, held.isAdmin]
      const alone = officeRoles.filter((_, index) => each[index]).map((role) => roleMay(role, right))
      expect(may(held, right)).toBe(alone.includes(true))
      expect(may({ ...held, isAdmin: true }, right)).toBe(true)
    }),
  )
})

test.each([
  ['/admin', 'figures'],
  ['/admin/', 'figures'],
  ['/admin/orders', 'orders'],
  ['/admin/blog/edit/7', 'blog'],
  ['/admin/products', 'products'],
  ['/admin/products/import', 'catalogue'],
  ['/admin/pages/edit/about', 'texts'],
  ['/admin/team', 'team'],
  ['/admin/something-new', 'team'],
  ['/admin/constructor', 'team'],
] as const)('%s is for whoever has the right to %s', (path, right) => {
  expect(pageRight(path)).toBe(right)
})

test('everybody of the back office starts on a page that is theirs', () => {
  for (const role of officeRoles) expect(roleMay(role, pageRight(firstOfficePage(role)))).toBe(true)
})

test('whoever is turned away is told what is missing', () => {
  expect(missingRightText('exports')).toBe(
    'Your role does not include exports. Please ask an admin of the shop.',
  )
})
