import { expect, test, vi } from 'vitest'
import { openFakeStorage } from '#server/testing/fake-storage.ts'
import { findSavedPayment, savePayment } from './saved-payments.ts'

function openPhone(entries?: Record<string, string>): void {
  vi.stubGlobal('localStorage', openFakeStorage(entries))
}

const payment = (code: string, reference: string) => ({ code, reference, address: `/pay/${reference}` })

test('the phone that started a payment finds it again by the code of the order, and only the newest', () => {
  openPhone()
  savePayment(payment('K7P2QX', 'first'))
  savePayment(payment('M2X9LD', 'other'))
  savePayment(payment('K7P2QX', 'second'))
  expect(findSavedPayment('K7P2QX')).toEqual(payment('K7P2QX', 'second'))
  expect(findSavedPayment('M2X9LD')).toEqual(payment('M2X9LD', 'other'))
  openPhone()
  expect(findSavedPayment('K7P2QX')).toBeNull()
})

test('old payments make room for new ones', () => {
  openPhone()
  for (const code of ['A', 'B', 'C', 'D', 'E', 'F']) savePayment(payment(code, code))
  expect(findSavedPayment('A')).toBeNull()
  expect(findSavedPayment('B')).not.toBeNull()
})

test.each([
  '{"oops',
  'null',
  '7',
  '[null, 7, {"code":"K7P2QX"}]',
  '[{"code":"K7P2QX","reference":"r","address":"javascript:alert(1)"}]',
])('nothing is read out of %s', (text) => {
  openPhone({ adom_beauty_payments: text })
  expect(findSavedPayment('K7P2QX')).toBeNull()
})
