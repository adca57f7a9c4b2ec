import { expect, test } from 'vitest'
import { complaints } from './check-architecture.ts'

test('files do not form a cycle, not even by types', () => {
  expect(
    complaints({
      'rules/cart.ts': "import { fee } from './fee.ts'",
      'rules/fee.ts': "export * from './order.ts'",
      'rules/order.ts': "import type { Cart } from './cart.ts'",
      'rules/self.ts': "import './self.ts'",
    }),
  ).toEqual([
    'These files form a cycle: rules/cart.ts → rules/fee.ts → rules/order.ts → rules/cart.ts. Move what they share into a file below them.',
    'These files form a cycle: rules/self.ts → rules/self.ts. Move what they share into a file below them.',
  ])
})

test('folders do not form a cycle, though their files do not', () => {
  expect(
    complaints({
      'app/storefront/cart/cart-page.tsx': "import '../checkout/fee.tsx'",
      'app/storefront/cart/line.tsx': '',
      'app/storefront/checkout/checkout-page.tsx': "import '../cart/line.tsx'",
      'app/storefront/checkout/fee.tsx': '',
    }),
  ).toEqual([
    'These folders form a cycle: app/storefront/cart → app/storefront/checkout → app/storefront/cart. Move what they share into a folder below them.',
  ])
})
