import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type BrandView, defaultShopFacts } from '#app/data/shop-facts.ts'
import type { AdminOrderResponse } from '#contract/orders.ts'
import type { OrderReturnResponse } from '#contract/returns.ts'
import { PackingSlip, ReturnSlip } from './packing-slips.tsx'

const order = {
  id: 1001,
  tracking_code: 'ABC234',
  customer_name: 'Efua Sackey',
  customer_phone: '+233241234567',
  shipping_address: 'House 14, behind Shell, Kumasi, Ashanti',
  items: [
    { product_id: 1, product_name: 'Night Oil', quantity: 2 },
    {
      product_id: 2,
      product_name: 'Evening Set',
      quantity: 3,
      parts: [
        { product_id: 3, name: 'Soap', quantity: 2 },
        { product_id: 4, name: 'Balm', quantity: 1 },
      ],
    },
  ],
  delivery_option: 'delivery_service',
  deliver_on: '2026-03-06',
  deliver_slot: '09-12',
  amount_to_collect: 245,
  order_status: 'Pending',
  payment_state: 'Paid',
  created_at: '2026-03-05T09:00:00Z',
  customer_note: 'Please call first',
  gift_note: 'For Esi, with love',
  discounts: [{ name: 'Opening', code: 'GLOW10', amount: 10 }],
  discount_total: 10,
} as AdminOrderResponse

const brand = {
  colour: '#14110f',
  logo: { file: '/brand/files/dark.svg', width: 80, height: 20 },
  footerLogo: { file: '/brand/files/dark.svg', width: 80, height: 20 },
  paperLogo: { file: '/brand/files/light.svg', width: 80, height: 20 },
} as BrandView

function print(root: object, slip = <PackingSlip order={order} />): string {
  vi.stubGlobal('location', { origin: 'https://night.example' })
  onTestFinished(() => void vi.unstubAllGlobals())
  const Page = createRoutesStub([{ id: 'root', path: '/', Component: () => slip }])
  return renderToString(<Page hydrationData={{ loaderData: { root } }} />).replaceAll('<!-- -->', '')
}

test('a packing slip bears the owner’s name and the logo for white paper, and nothing of the first brand', () => {
  const slip = print({ brand, facts: { ...defaultShopFacts, shopName: 'Night Market' } })
  expect(slip).toContain('<img src="/brand/files/light.svg" width="80" height="20" alt=""/>')
  expect(slip).toContain('<p>Night Market · ')
  expect(slip).toContain('Collect Ghs 245.00')
  expect(slip).not.toMatch(/adom|dark\.svg/i)
})

test('a packing slip tells the packer the customer’s note, and bears the gift message', () => {
  const slip = print({ brand: null, facts: defaultShopFacts })
  expect(slip).toContain('Note: Please call first')
  expect(slip).toContain('For Esi, with love')
})

test('a packing slip says on which day it is brought', () => {
  expect(print({ facts: defaultShopFacts, brand: null })).toContain(
    'Delivery service: Fri, Mar 6, 09:00–12:00',
  )
})

test('a packing slip names the discount that the customer got', () => {
  const slip = print({ brand: null, facts: defaultShopFacts })
  expect(slip).toContain('Discount GLOW10: Ghs -10.00')
})

test('without a brand it bears the name alone', () => {
  const slip = print({ brand: null, facts: defaultShopFacts })
  expect(slip).toContain(`<p>${defaultShopFacts.shopName} · `)
  expect(slip).not.toContain('<img src="/brand')
})

test('a packing slip names what is in a set, as many as the parcel needs', () => {
  const slip = print({ brand: null, facts: defaultShopFacts })
  expect(slip).toContain('3 × Evening Set')
  expect(slip).toContain('6 × Soap')
  expect(slip).toContain('3 × Balm')
})

test('a slip for the rider says where to fetch what, and that nothing is paid out at the door', () => {
  const items = [
    { product_id: 1, product_name: 'Night Oil', quantity: 2, reason: 'damaged', condition: 'used' },
  ]
  const back = { id: 7, items, created_at: '2026-03-20T09:00:00Z' } as OrderReturnResponse
  const slip = print({ brand: null, facts: defaultShopFacts }, <ReturnSlip order={order} back={back} />)
  for (const text of ['Return 7', 'ABC234', 'Efua Sackey', 'behind Shell', '2 × Night Oil', 'Mar 20, 2026'])
    expect(slip).toContain(text)
  expect(slip).toContain('Damaged or leaking, opened or used')
  expect(slip).toContain('Pay nothing out')
  expect(slip).not.toContain('Collect')
})
