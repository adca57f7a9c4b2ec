import { expect, test } from 'vitest'
import { slidePosition, slideStep } from './post-slider.tsx'

const starts = [16, 308, 600, 892, 1184]
const phone = { visible: 360, whole: 1480, starts }

test('the slider begins at the first post, with nothing before it', () => {
  expect(slidePosition({ ...phone, scrollLeft: 0 })).toEqual({ current: 0, isAtStart: true, isAtEnd: false })
})

test('half way the nearest post counts', () => {
  expect(slidePosition({ ...phone, scrollLeft: 300 }).current).toBe(1)
  expect(slidePosition({ ...phone, scrollLeft: 430 }).current).toBe(1)
  expect(slidePosition({ ...phone, scrollLeft: 450 }).current).toBe(2)
})

test('at the end the last post counts, although it cannot reach the left edge', () => {
  const wide = { visible: 1136, whole: 1480, starts, scrollLeft: 343 }
  expect(slidePosition(wide)).toEqual({ current: 4, isAtStart: false, isAtEnd: true })
})

test('posts that all fit leave nowhere to go', () => {
  const few = { scrollLeft: 0, visible: 1136, whole: 1136, starts: [0, 292] }
  expect(slidePosition(few)).toEqual({ current: 0, isAtStart: true, isAtEnd: true })
})

test('one press goes on by one post and its gap', () => {
  expect(slideStep(starts, 360)).toBe(292)
  expect(slideStep([16], 360)).toBe(360)
})
