import { expect, test } from 'vitest'
import { manualOrderBody } from '#contract/checkout.ts'
import { defaultDeliveryFees } from '#rules/delivery-fee.ts'
import { manualOrderMistakes, manualOrderRequest, manualOrderTotal } from './manual-order.ts'

function formOf(more: Record<string, string> = {}): FormData {
  const values = new FormData()
  const filled = {
    source: 'phone',
    customer_name: 'Ɛfua Mensah',
    customer_phone: '024 123 4567',
    customer_email: '',
    delivery_option: 'delivery_service',
    state: 'Ashanti',
    city: 'Kumasi',
    address: 'Behind the post office',
    zip: '',
    note: ' On Friday ',
    ...more,
  }
  for (const [name, value] of Object.entries(filled)) values.set(name, value)
  return values
}

const lines = [{ id: 7, name: 'Shea', price: 8_500, stock: 5, quantity: 2 }]

const unasked = { total: 0, refused: null, isKnown: false }

test('the shop takes the order as the form writes it, with the amounts that the customer was told', () => {
  const body = manualOrderRequest(formOf(), lines, defaultDeliveryFees, unasked)
  expect(manualOrderBody.parse(body)).toMatchObject({
    source: 'phone',
    note: 'On Friday',
    customerName: 'Ɛfua Mensah',
    customerEmail: null,
    agreedSubtotal: 17_000,
    agreedDeliveryFee: 4_500,
    lines: [{ productId: 7, quantity: 2, agreedPrice: 8_500 }],
  })
  expect(
    manualOrderTotal(formOf({ state: 'Greater Accra', city: 'Accra' }), lines, defaultDeliveryFees).total,
  ).toBe(17_000)
})

test('a code goes along with what it takes off, and stays behind where it does not hold', () => {
  const typed = formOf({ discount_code: ' shea-10 ' })
  const taken = { total: 1_700, refused: null, isKnown: true }
  const sent = manualOrderBody.parse(manualOrderRequest(typed, lines, defaultDeliveryFees, taken))
  expect(sent).toMatchObject({ discountCode: 'SHEA10', agreedDiscount: 1_700 })
  const refused = { total: 0, refused: 'This code is over.', isKnown: true }
  const without = manualOrderRequest(typed, lines, defaultDeliveryFees, refused)
  expect(without).not.toHaveProperty('discount_code')
  expect(manualOrderRequest(formOf(), lines, defaultDeliveryFees, unasked)).not.toHaveProperty(
    'discount_total',
  )
})

test('a code that could not be asked about goes along: the shop decides, and nobody pays the full price unasked', () => {
  const offline = { total: 0, refused: 'Too many tries. Please wait a minute.', isKnown: false }
  const typed = formOf({ discount_code: 'SHEA10' })
  const body = manualOrderRequest(typed, lines, defaultDeliveryFees, offline)
  expect(body).toMatchObject({ discount_code: 'SHEA10' })
  expect(body).not.toHaveProperty('discount_total')
})

test('what is missing is named by its field', () => {
  expect(manualOrderMistakes(formOf({ customer_phone: '', address: '' }), [])).toEqual({
    product: 'Please add at least one product',
    customer_phone: 'Phone number is required',
    address: 'Street address is required',
  })
  expect(manualOrderMistakes(formOf({ delivery_option: 'personal_rider', address: '' }), lines)).toEqual({})
})
