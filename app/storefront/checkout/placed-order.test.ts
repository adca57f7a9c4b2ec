import { expect, test } from 'vitest'
import { findPlacedOrder, savePlacedOrder } from './placed-order.ts'

function openTab() {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  }
}

const placed = {
  code: 'K7P2QX',
  chat: 'https://wa.me/233241234567?text=New%20Order',
  email: 'ama@example.com',
}

test('the tab that ordered knows the message of its order, and of no other', () => {
  const tab = openTab()
  savePlacedOrder(tab, placed)
  expect(findPlacedOrder(tab, 'K7P2QX')).toEqual(placed)
  expect(findPlacedOrder(tab, 'M2X9LD')).toBeNull()
  expect(findPlacedOrder(openTab(), 'K7P2QX')).toBeNull()
})

test('a stored link that does not lead to the chat is not followed', () => {
  const tab = openTab()
  savePlacedOrder(tab, { ...placed, chat: 'javascript:alert(1)' })
  expect(findPlacedOrder(tab, 'K7P2QX')).toBeNull()
})

test('without storage nothing is found and nothing breaks', () => {
  savePlacedOrder(null, placed)
  expect(findPlacedOrder(null, 'K7P2QX')).toBeNull()
})
