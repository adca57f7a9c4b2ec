import { expect, test } from 'vitest'
import { isRotating, mayRotate, nextStart, shownFrom } from './use-rotation.ts'

const five = ['Abena', 'Kwesi', 'Esi', 'Yaw', 'Naa']
const still = { count: 5, wantsCalm: false, isStopped: false, isHeld: false }

test('three testimonials are seen at once, and after the last comes the first', () => {
  expect(shownFrom(five, 0)).toEqual(['Abena', 'Kwesi', 'Esi'])
  expect(shownFrom(five, 4)).toEqual(['Naa', 'Abena', 'Kwesi'])
})

test('one or two testimonials are not doubled to fill the row', () => {
  expect(shownFrom(['Abena', 'Kwesi'], 0)).toEqual(['Abena', 'Kwesi'])
  expect(shownFrom([], 0)).toEqual([])
})

test('a turn moves by one, forwards and back, round and round', () => {
  expect(nextStart(0, 1, 5)).toBe(1)
  expect(nextStart(4, 1, 5)).toBe(0)
  expect(nextStart(0, -1, 5)).toBe(4)
  expect(nextStart(0, 1, 0)).toBe(0)
})

test('testimonials rotate only when there are more than three', () => {
  expect(isRotating({ ...still, count: 4 })).toBe(true)
  expect(isRotating({ ...still, count: 3 })).toBe(false)
})

test.each(['wantsCalm', 'isStopped', 'isHeld'] as const)('nothing rotates when %s', (reason) => {
  expect(isRotating({ ...still, [reason]: true })).toBe(false)
})

test('a phone that wants calm is offered no rotation at all', () => {
  expect(mayRotate({ count: 5, wantsCalm: true })).toBe(false)
})
