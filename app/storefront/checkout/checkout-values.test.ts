import { expect, test } from 'vitest'
import { placeOrderBody } from '#contract/checkout.ts'
import type { CheckoutForm } from '#rules/checkout-fields.ts'
import { addressLine, formMistakes, orderBody, readCheckout } from './checkout-values.ts'

function filled(fields: Record<string, string>): FormData {
  const values = new FormData()
  for (const [name, text] of Object.entries(fields)) values.set(name, text)
  return values
}

test('the form is read without blanks at the ends, and the digital address in its own spelling', () => {
  const form = readCheckout(
    filled({ fullName: ' Ama Serwaa ', city: ' Kumasi', state: 'Ashanti', zipCode: 'ak 039 5028' }),
  )
  expect(form).toMatchObject({ fullName: 'Ama Serwaa', city: 'Kumasi', zipCode: 'AK-039-5028', email: '' })
})

test('the city stays as the customer wrote it, and the street too', () => {
  const place = { state: 'Greater Accra', city: 'East Legon', address: 'Blue gate' }
  expect(readCheckout(filled(place))).toMatchObject(place)
})

test('the address in one line leaves out what is empty', () => {
  const form = readCheckout(filled({ address: 'House 14', city: 'Kumasi', state: 'Ashanti' }))
  expect(addressLine(form)).toBe('House 14, Kumasi, Ashanti')
})

const form: CheckoutForm = {
  fullName: 'Ama Serwaa',
  email: '',
  phone: '024 123 4567',
  address: 'House 14, behind Shell',
  city: 'Kumasi',
  state: 'Ashanti',
  zipCode: '',
  deliveryOption: 'delivery_service',
  paymentMethod: 'whatsapp',
  customerNote: '',
  giftNote: '',
  newsBy: '',
  deliverOn: '',
}
const lines = [
  { product: { id: 7, name: 'Rose Water Hydrating Toner', price: 6050 }, quantity: 3 },
  { product: { id: 9, name: 'Hibiscus Glow Serum', price: 14500 }, quantity: 1 },
]

test('the shop takes the order as the page sends it', () => {
  const body = orderBody({ form, lines, fee: 4500 }, 'K7P2QX')
  expect(placeOrderBody.safeParse(body).error).toBeUndefined()
  expect(body).toMatchObject({
    customer_name: 'Ama Serwaa',
    customer_email: null,
    shipping_address: 'House 14, behind Shell, Kumasi, Ashanti',
    order_total: 326.5,
    delivery_fee: 45,
    tracking_code: 'K7P2QX',
    items: [
      { product_id: 7, quantity: 3, price_per_item: 60.5 },
      { product_id: 9, quantity: 1, price_per_item: 145 },
    ],
  })
})

test('what the shop objects to is said at the field of the form', () => {
  const body = orderBody({ form: { ...form, phone: '12', city: '', address: '' }, lines, fee: 0 }, 'K7P2QX')
  const issues = placeOrderBody.safeParse(body).error?.issues ?? []
  const fields = Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
  expect(formMistakes(fields)).toEqual({
    phone: expect.stringContaining('Ghana number'),
    city: 'City is required',
    address: 'Street address is required',
  })
})

test('an objection to something that the form does not ask is left to the panel', () => {
  expect(formMistakes({ items: 'Quantity must be between 1 and 999' })).toEqual({})
})
