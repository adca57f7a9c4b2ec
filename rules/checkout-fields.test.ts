import { expect, test } from 'vitest'
import { type CheckoutForm, checkCheckout, emptyCartText, emptyCartTitle } from './checkout-fields.ts'

const good: CheckoutForm = {
  fullName: 'Ama Serwaa',
  email: 'ama@example.com',
  phone: '024 123 4567',
  address: 'House 14, behind Shell',
  city: 'Accra',
  state: 'Greater Accra',
  zipCode: 'GA-183-8164',
  deliveryOption: 'delivery_service',
  paymentMethod: 'whatsapp',
  customerNote: '',
  giftNote: '',
  newsBy: '',
  deliverOn: '',
}

test('a filled form has no mistakes', () => {
  expect(checkCheckout(good)).toEqual({})
})

test('an empty form says what is missing', () => {
  const empty = Object.fromEntries(Object.keys(good).map((field) => [field, ' '])) as CheckoutForm
  expect(checkCheckout(empty)).toEqual({
    fullName: 'Full name is required',
    phone: 'Phone number is required',
    address: 'Street address is required',
    city: 'City is required',
    state: 'State is required',
    deliveryOption: 'Delivery option is required',
    paymentMethod: 'Payment method is required',
  })
})

test('email is optional, but must be an address', () => {
  expect(checkCheckout({ ...good, email: '' })).toEqual({})
  expect(checkCheckout({ ...good, email: ' ama@example.com ' })).toEqual({})
  expect(checkCheckout({ ...good, email: 'ama@' })).toEqual({ email: 'Invalid email address' })
})

test('with a personal rider neither street nor zip is needed', () => {
  const collected = { ...good, deliveryOption: 'personal_rider', address: '', zipCode: '' }
  expect(checkCheckout(collected)).toEqual({})
  expect(checkCheckout({ ...collected, deliveryOption: 'delivery_service' })).toEqual({
    address: 'Street address is required',
  })
})

test('whoever collects the order need not say where they live', () => {
  const collected = { ...good, deliveryOption: 'pickup', address: '', city: '', state: '', zipCode: '' }
  expect(checkCheckout(collected)).toEqual({})
  expect(checkCheckout({ ...collected, deliveryOption: 'personal_rider' })).toEqual({
    city: 'City is required',
    state: 'State is required',
  })
})

test('the zip never stops an order by its form', () => {
  expect(checkCheckout({ ...good, zipCode: '' })).toEqual({})
  expect(checkCheckout({ ...good, zipCode: 'behind the church' })).toEqual({})
})

test.each(['+233241234567', '00233 24 123 4567', '+44 7911 123456'])('%s is a phone number', (phone) => {
  expect(checkCheckout({ ...good, phone })).toEqual({})
})

test.each(['12345', '447911123456', 'none'])('%s is a number that the rider cannot call', (phone) => {
  expect(checkCheckout({ ...good, phone })).toEqual({
    phone: 'Please enter a Ghana number such as 024 123 4567, or an international one with +',
  })
})

test('an unknown way of delivery or payment counts as none', () => {
  expect(checkCheckout({ ...good, deliveryOption: 'drone', paymentMethod: 'gold' })).toEqual({
    deliveryOption: 'Delivery option is required',
    paymentMethod: 'Payment method is required',
  })
})

test('texts beyond any real name or address are refused', () => {
  const long = 'x'.repeat(100_000)
  expect(
    checkCheckout({ ...good, fullName: long, address: long, city: long, state: long, zipCode: long }),
  ).toEqual({
    fullName: 'Please use at most 120 characters',
    address: 'Please use at most 300 characters',
    city: 'Please use at most 80 characters',
    state: 'Please use at most 40 characters',
    zipCode: 'Please use at most 40 characters',
  })
})

test('an empty cart cannot be sent', () => {
  expect(emptyCartTitle).toBe('Cart is empty')
  expect(emptyCartText).toBe('Please add some products to your cart before checkout.')
})
