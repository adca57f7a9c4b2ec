import { expect, test } from 'vitest'
import { areaPath, linePath, pointsOf, scaleEnd } from './charts.tsx'

const box = { width: 100, height: 40 }

test('the largest day touches the top, a day without sales the bottom', () => {
  expect(pointsOf([0, 50, 100], box)).toEqual([
    { x: 0, y: 40 },
    { x: 50, y: 20 },
    { x: 100, y: 0 },
  ])
})

test('thirty days without a sale are a line at the bottom', () => {
  expect(linePath([0, 0], box)).toBe('M0 40L100 40')
})

test('the filled shape closes along the bottom, and nothing at all draws nothing', () => {
  expect(areaPath([1, 1], box)).toBe('M0 0L100 0L100 40L0 40Z')
  expect([areaPath([], box), linePath([], box)]).toEqual(['', ''])
})

test.each([
  [0, 1],
  [0.4, 0.5],
  [7, 10],
  [180, 200],
  [201, 500],
  [1000, 1000],
])('a scale for %f ends at %f', (most, end) => {
  expect(scaleEnd(most)).toBeCloseTo(end)
})
