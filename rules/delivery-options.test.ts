import { expect, test } from 'vitest'
import {
  defaultDeliveryOption,
  deliveryOptions,
  deliveryOptionTexts,
  readDeliveryOption,
} from './delivery-fee.ts'

test('an order is brought by the delivery service or picked up by a personal rider', () => {
  expect(deliveryOptionTexts.delivery_service.label).toBe('Delivery service')
  expect(deliveryOptionTexts.personal_rider.label).toBe('Pick up by Personal Rider')
  expect(deliveryOptionTexts.personal_rider.explanation).toBe('Your own rider collects it from us.')
})

test('the delivery service is chosen unless somebody chooses otherwise', () => {
  expect(defaultDeliveryOption).toBe('delivery_service')
  expect(deliveryOptions[0]).toBe(defaultDeliveryOption)
})

test('only the two options are understood', () => {
  expect(deliveryOptions.map(readDeliveryOption)).toEqual(deliveryOptions)
  expect(['', 'drone', 'Delivery service', null, undefined].map(readDeliveryOption)).toEqual(
    Array(5).fill(null),
  )
})
