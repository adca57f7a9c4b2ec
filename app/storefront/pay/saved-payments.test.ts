import { expect, test } from 'vitest'
import { findKeptPayment, keepPayment } from './saved-payments.ts'

function openPhone(text?: string) {
  const kept = new Map(text === undefined ? [] : [['adom_beauty_payments', text]])
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

const payment = (code: string, reference: string) => ({ code, reference, address: `/pay/${reference}` })

test('the phone that started a payment finds it again by the code of the order, and only the newest', () => {
  const phone = openPhone()
  keepPayment(phone, payment('K7P2QX', 'first'))
  keepPayment(phone, payment('M2X9LD', 'other'))
  keepPayment(phone, payment('K7P2QX', 'second'))
  expect(findKeptPayment(phone, 'K7P2QX')).toEqual(payment('K7P2QX', 'second'))
  expect(findKeptPayment(phone, 'M2X9LD')).toEqual(payment('M2X9LD', 'other'))
  expect(findKeptPayment(openPhone(), 'K7P2QX')).toBeNull()
})

test('old payments make room for new ones', () => {
  const phone = openPhone()
  for (const code of ['A', 'B', 'C', 'D', 'E', 'F']) keepPayment(phone, payment(code, code))
  expect(findKeptPayment(phone, 'A')).toBeNull()
  expect(findKeptPayment(phone, 'B')).not.toBeNull()
})

test.each([
  '{"oops',
  'null',
  '7',
  '[null, 7, {"code":"K7P2QX"}]',
  '[{"code":"K7P2QX","reference":"r","address":"javascript:alert(1)"}]',
])('nothing is read out of %s', (text) => {
  expect(findKeptPayment(openPhone(text), 'K7P2QX')).toBeNull()
})

test('without storage nothing is found and nothing breaks', () => {
  keepPayment(null, payment('K7P2QX', 'first'))
  expect(findKeptPayment(null, 'K7P2QX')).toBeNull()
})
