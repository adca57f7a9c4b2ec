import { expect, test } from 'vitest'
import { funnelOf, sourceLabel, sumUp } from './visits-page.tsx'

const day = {
  day: '2026-03-05',
  visits: 100,
  page_views: 300,
  product_views: 150,
  adds: 30,
  checkouts: 12,
  orders: 1,
}

test('each step says how many came of the step before, and never a share of more than all', () => {
  const { day: _, ...counts } = day
  expect(funnelOf(counts).map(({ name, share }) => [name, share])).toEqual([
    ['Visits', ''],
    ['Product views', '1.5 for each visit'],
    ['Adds to cart', '20% of product views'],
    ['Checkouts', '40% of adds to cart'],
    ['Orders', '8.3% of checkouts'],
  ])
  expect(funnelOf(counts).map(({ width }) => Math.round(width))).toEqual([67, 100, 20, 8, 1])
})

test('a funnel without anybody has no shares', () => {
  const nobody = sumUp([])
  expect(funnelOf(nobody).every(({ share, width }) => share === '' && width === 0)).toBe(true)
  expect(sumUp([day, day]).page_views).toBe(600)
  expect([sourceLabel('direct'), sourceLabel('facebook.com')]).toEqual([
    'Direct, or not known',
    'facebook.com',
  ])
})
