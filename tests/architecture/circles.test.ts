import { expect, test } from 'vitest'
import { complaints } from './planted-faults.ts'

test('files do not go in a circle, not even by types', () => {
  expect(
    complaints({
      'rules/cart.ts': "import { fee } from './fee.ts'",
      'rules/fee.ts': "export * from './order.ts'",
      'rules/order.ts': "import type { Cart } from './cart.ts'",
      'rules/self.ts': "import './self.ts'",
    }),
  ).toEqual([
    'These files go in a circle: rules/cart.ts → rules/fee.ts → rules/order.ts → rules/cart.ts. Move what they share into a file below them.',
    'These files go in a circle: rules/self.ts → rules/self.ts. Move what they share into a file below them.',
  ])
})

test('folders do not go in a circle, though their files do not', () => {
  expect(
    complaints({
      'app/storefront/cart/cart-page.tsx': "import '../checkout/fee.tsx'",
      'app/storefront/cart/line.tsx': '',
      'app/storefront/checkout/checkout-page.tsx': "import '../cart/line.tsx'",
      'app/storefront/checkout/fee.tsx': '',
    }),
  ).toEqual([
    'These folders go in a circle: app/storefront/cart → app/storefront/checkout → app/storefront/cart. Move what they share into a folder below them.',
  ])
})
