import { expect, test } from 'vitest'
import { complaints } from './check-architecture.ts'

test('a name that says nothing is refused', () => {
  expect(
    complaints({
      'rules/utils.ts': '',
      'app/ui/index.ts': '',
      'server/platform/common/text.ts': '',
      'server/testing/order-helpers.ts': '',
      'rules/misc.test.ts': '',
      'rules/search-index.ts': '',
    }),
  ).toEqual([
    'app/ui/index.ts is called "index", which says nothing. Name it after what it does.',
    'rules/misc.test.ts is called "misc", which says nothing. Name it after what it does.',
    'rules/utils.ts is called "utils", which says nothing. Name it after what it does.',
    'server/platform/common/text.ts is called "common", which says nothing. Name it after what it does.',
    'server/testing/order-helpers.ts is called "helpers", which says nothing. Name it after what it does.',
  ])
})

test('an address leads to a page that is called one, inside a layout that is called one', () => {
  expect(
    complaints({
      'app/routes.ts':
        "index('storefront/home-page.tsx')\nroute('shop', 'storefront/shop.tsx')\nlayout('a.ts', [])\nlayout('b-layout.tsx', [])",
    }),
  ).toEqual([
    'app/routes.ts:2 leads to storefront/shop.tsx. Let the name of a page end in -page.tsx.',
    'app/routes.ts:3 leads to a.ts. Let the name of a layout end in -layout.tsx.',
  ])
})
