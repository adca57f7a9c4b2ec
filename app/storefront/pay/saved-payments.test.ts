import { expect, test } from 'vitest'
import { findSavedPayment, savePayment } from './saved-payments.ts'

function openPhone(text?: string) {
  const saved = new Map(text === undefined ? [] : [['adom_beauty_payments', text]])
  return {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, value: string) => void saved.set(key, value),
  }
}

const payment = (code: string, reference: string) => ({ code, reference, address: `/pay/${reference}` })

test('the phone that started a payment finds it again by the code of the order, and only the newest', () => {
  const phone = openPhone()
  savePayment(phone, payment('K7P2QX', 'first'))
  savePayment(phone, payment('M2X9LD', 'other'))
  savePayment(phone, payment('K7P2QX', 'second'))
  expect(findSavedPayment(phone, 'K7P2QX')).toEqual(payment('K7P2QX', 'second'))
  expect(findSavedPayment(phone, 'M2X9LD')).toEqual(payment('M2X9LD', 'other'))
  expect(findSavedPayment(openPhone(), 'K7P2QX')).toBeNull()
})

test('old payments make room for new ones', () => {
  const phone = openPhone()
  for (const code of ['A', 'B', 'C', 'D', 'E', 'F']) savePayment(phone, payment(code, code))
  expect(findSavedPayment(phone, 'A')).toBeNull()
  expect(findSavedPayment(phone, 'B')).not.toBeNull()
})

test.each([
  '{"oops',
  'null',
  '7',
  '[null, 7, {"code":"K7P2QX"}]',
  '[{"code":"K7P2QX","reference":"r","address":"javascript:alert(1)"}]',
])('nothing is read out of %s', (text) => {
  expect(findSavedPayment(openPhone(text), 'K7P2QX')).toBeNull()
})

test('without storage nothing is found and nothing breaks', () => {
  savePayment(null, payment('K7P2QX', 'first'))
  expect(findSavedPayment(null, 'K7P2QX')).toBeNull()
})
