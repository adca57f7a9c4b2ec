import { expect, test } from 'vitest'
import { findSample, listSampleCategories, listSamples } from './sample-catalogue.ts'
import { isSample } from './shown-product.tsx'

test('an empty shop shows eight samples, each with its picture, featured ones first', () => {
  const samples = listSamples()
  expect(samples).toHaveLength(8)
  expect(samples.every(isSample)).toBe(true)
  expect(samples.every(({ picture }) => picture !== null)).toBe(true)
  const firstOther = samples.findIndex(({ isFeatured }) => !isFeatured)
  expect(samples.slice(firstOther).some(({ isFeatured }) => isFeatured)).toBe(false)
})

test('samples are filtered like products: by category in any spelling, by words, by price', () => {
  expect(listSamples({ category: 'Serums' }).map(({ category }) => category)).toEqual(['serum', 'serum'])
  expect(listSamples({ q: 'black soap' }).map(({ name }) => name)).toEqual(['Black Soap Clarifying Cleanser'])
  expect(listSamples({ sort: 'price-low' })[0]?.price).toBe(4_800)
  expect(listSamples({ q: 'lipstick' })).toEqual([])
})

test('the samples fill the shelves of the filter', () => {
  expect(listSampleCategories()).toContain('toner')
})

test('a sample has a page of its own, and a product of the shop is never taken for one', () => {
  expect(findSample(-1)?.name).toBe('Hibiscus Glow Serum')
  expect(findSample(1)).toBeNull()
  expect(findSample(-99)).toBeNull()
})
