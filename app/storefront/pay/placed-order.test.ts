import { expect, test, vi } from 'vitest'
import { openFakeStorage } from '#server/testing/fake-storage.ts'
import { placedOrderStore } from './placed-order.ts'

const placed = {
  code: 'K7P2QX',
  chat: 'https://wa.me/233241234567?text=New%20Order',
  email: 'ama@example.com',
}

test('the tab that ordered knows the message of its order, and no other tab does', () => {
  vi.stubGlobal('sessionStorage', openFakeStorage())
  placedOrderStore.write(placed)
  expect(placedOrderStore.read()).toEqual(placed)
  vi.stubGlobal('sessionStorage', openFakeStorage())
  expect(placedOrderStore.read()).toBeNull()
})

test('a stored link that does not lead to the chat is not followed', () => {
  vi.stubGlobal('sessionStorage', openFakeStorage())
  placedOrderStore.write({ ...placed, chat: 'javascript:alert(1)' })
  expect(placedOrderStore.read()).toBeNull()
})
