import { expect, test } from 'vitest'
import { openDetailsMemory, openDraftMemory, readDetails } from './checkout-memory.ts'

function openPhone() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test('the next order finds name, phone and address, but how it is paid is chosen anew', () => {
  const phone = openPhone()
  openDetailsMemory(phone).keep({
    fullName: 'Ama Serwaa',
    city: 'Kumasi',
    zipCode: '',
    paymentMethod: 'whatsapp',
  })
  expect(openDetailsMemory(phone).read()).toEqual({ fullName: 'Ama Serwaa', city: 'Kumasi' })
})

test('what is forgotten is gone, and a draft is something else than the details', () => {
  const phone = openPhone()
  openDetailsMemory(phone).keep({ fullName: 'Ama Serwaa' })
  openDraftMemory(phone).keep({ fullName: 'Esi', paymentMethod: 'mtn_momo' })
  openDetailsMemory(phone).forget()
  expect(openDetailsMemory(phone).read()).toBeNull()
  expect(openDraftMemory(phone).read()).toEqual({ fullName: 'Esi', paymentMethod: 'mtn_momo' })
})

test('damaged details start an empty form', () => {
  const damaged = { ...openPhone(), getItem: () => '{"fullName":' }
  expect(openDetailsMemory(damaged).read()).toBeNull()
  expect(openDetailsMemory(null).read()).toBeNull()
})

test.each(['null', '[]', '7', '{"fullName":7,"city":"  "}'])('nothing is read out of %s', (text) => {
  expect(readDetails(text)).toBeNull()
})
