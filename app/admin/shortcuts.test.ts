import { expect, test } from 'vitest'
import { createKeyReader } from './shortcuts.tsx'

function press(
  key: string,
  more: { timeStamp?: number; ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean } = {},
) {
  return { key, ctrlKey: false, metaKey: false, altKey: false, timeStamp: 0, ...more }
}

test('g and then o goes to the orders, and g alone goes nowhere', () => {
  const read = createKeyReader()
  expect(read(press('g'))).toBeNull()
  expect(read(press('o', { timeStamp: 800 }))).toBe('g o')
  expect(read(press('o', { timeStamp: 900 }))).toBeNull()
})

test('a letter long after g stands for itself', () => {
  const read = createKeyReader()
  read(press('g'))
  expect(read(press('n', { timeStamp: 2000 }))).toBe('n')
})

test('a letter that means nothing after g is not taken for itself', () => {
  const read = createKeyReader()
  read(press('g'))
  expect(read(press('x', { timeStamp: 10 }))).toBeNull()
  expect(read(press('x', { timeStamp: 20 }))).toBe('x')
})

test("the browser's own combinations are left alone; only saving is taken", () => {
  const read = createKeyReader()
  expect(read(press('n', { ctrlKey: true }))).toBeNull()
  expect(read(press('x', { metaKey: true }))).toBeNull()
  expect(read(press('j', { altKey: true }))).toBeNull()
  expect(read(press('s', { ctrlKey: true }))).toBe('Ctrl+S')
  expect(read(press('S', { metaKey: true }))).toBe('Ctrl+S')
})
