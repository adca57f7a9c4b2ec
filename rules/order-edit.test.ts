import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultDeliveryFees, deliveryOptions } from './delivery-fee.ts'
import {
  type EditableOrder,
  editedFee,
  editsOf,
  hasOtherTerms,
  mayStaffEdit,
  splitLines,
  stockDifference,
} from './order-edit.ts'
import { orderStatuses } from './order-status.ts'
import { jarsOf } from './sets.ts'

const productId = fc.integer({ min: 1, max: 6 })
const quantity = fc.integer({ min: 1, max: 99 })
const parts = fc.option(fc.array(fc.record({ productId, quantity }), { minLength: 1, maxLength: 3 }))
const lines = fc.uniqueArray(fc.record({ productId, quantity, parts }), {
  selector: (line) => line.productId,
  maxLength: 6,
})

test('an order is changed until it has left the shop', () => {
  expect(orderStatuses.filter(mayStaffEdit)).toEqual(['Pending', 'Processing'])
})

test('of each line as many keep their price as were agreed on, and the rest is new', () => {
  fc.assert(
    fc.property(lines, lines, (agreed, wanted) => {
      for (const line of splitLines(agreed, wanted)) {
        const before = agreed.find((each) => each.productId === line.productId)?.quantity ?? 0
        expect(line.kept + line.extra).toBe(line.quantity)
        expect(line.kept).toBe(Math.min(before, line.quantity))
      }
    }),
  )
})

test('stock moves by the difference: what was held and what moves is what is held then', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const held = new Map(jarsOf(before).map((jar) => [jar.productId, jar.quantity]))
      for (const { productId: id, change } of stockDifference(before, after))
        held.set(id, (held.get(id) ?? 0) - change)
      const left = [...held].filter(([, count]) => count !== 0).toSorted(([one], [other]) => one - other)
      expect(left).toEqual(jarsOf(after).map((jar) => [jar.productId, jar.quantity]))
    }),
  )
})

test('there and back moves nothing', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const there = stockDifference(before, after)
      const back = stockDifference(after, before)
      expect(back).toEqual(there.map((each) => ({ ...each, change: -each.change })))
      expect(stockDifference(before, before)).toEqual([])
    }),
  )
})

test('more of it is possible as long as one costs the same and is made of the same', () => {
  const butter = [{ productId: 1, quantity: 2 }]
  expect(hasOtherTerms({ price: 500, parts: null }, { price: 500 })).toBe(false)
  expect(hasOtherTerms({ price: 500 }, { price: 499 })).toBe(true)
  expect(hasOtherTerms({ price: 500, parts: butter }, { price: 500, parts: [...butter] })).toBe(false)
  expect(hasOtherTerms({ price: 500, parts: butter }, { price: 500, parts: null })).toBe(true)
})

test('to the same place the agreed fee stays, whatever the table says since; elsewhere it is that of today', () => {
  const destination = fc.record({
    option: fc.constantFrom(...deliveryOptions),
    region: fc.constantFrom('Greater Accra', 'Ashanti'),
    city: fc.constantFrom('Accra', 'Tema', 'Kumasi'),
  })
  const amount = fc.nat({ max: 100_000 })
  fc.assert(
    fc.property(destination, amount, amount, amount, (to, agreed, before, after) => {
      const fee = editedFee(agreed, { to, subtotal: before }, { to, subtotal: after }, defaultDeliveryFees)
      expect(fee).toBe(agreed)
    }),
  )
  const kumasi = { option: 'delivery_service', region: 'Ashanti', city: 'Kumasi' } as const
  const tema = { option: 'delivery_service', region: 'Greater Accra', city: 'Tema' } as const
  const fees = [{ region: null, cities: [], fee: 4_500, freeFrom: 30_000 }]
  const moved = editedFee(1_000, { to: kumasi, subtotal: 1 }, { to: tema, subtotal: 1 }, defaultDeliveryFees)
  expect(moved).toBe(5_500)
  const from = (before: number, after: number) =>
    editedFee(1_000, { to: kumasi, subtotal: before }, { to: kumasi, subtotal: after }, fees)
  expect([from(10_000, 29_999), from(10_000, 30_000), from(30_000, 29_999)]).toEqual([1_000, 0, 4_500])
})

const order: EditableOrder = {
  customerName: 'Ama Mensah',
  customerPhone: '024 123 4567',
  customerEmail: null,
  address: 'House 4',
  city: 'Kumasi',
  region: 'Ashanti',
  zip: '',
  deliveryOption: 'delivery_service',
  deliverOn: null,
  deliverSlot: null,
  customerNote: '',
  giftNote: '',
  deliveryFee: 4_500,
  discount: 0,
  total: 16_500,
  lines: [{ productId: 1, productName: 'Shea', quantity: 2 }],
}

test('the history says what was changed, before and after', () => {
  expect(editsOf(order, order)).toEqual([])
  const after = {
    ...order,
    city: 'Obuasi',
    total: 15_500,
    lines: [{ productId: 2, productName: 'Soap', quantity: 1 }],
  }
  expect(editsOf(order, after)).toEqual([
    { part: 'line', name: 'Shea', before: '2', after: '0' },
    { part: 'line', name: 'Soap', before: '0', after: '1' },
    { part: 'address', name: '', before: 'House 4, Kumasi, Ashanti', after: 'House 4, Obuasi, Ashanti' },
    { part: 'total', name: '', before: 'Ghs 165.00', after: 'Ghs 155.00' },
  ])
})
