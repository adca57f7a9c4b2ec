import { expect, test } from 'vitest'
import { defaultCategories as categories } from './categories.ts'
import { sampleProducts } from './sample-products.ts'

const unwanted = /hydroquinone|mercur|clobetasol|paraben|sulfate|formaldehyde/i

test('there are exactly eight sample products, each with its own number and address word', () => {
  expect(sampleProducts).toHaveLength(8)
  expect(new Set(sampleProducts.map((product) => product.id)).size).toBe(8)
  expect(new Set(sampleProducts.map((product) => product.slug)).size).toBe(8)
})

test('a sample is numbered below zero, so it is never mistaken for a product on the shelf', () => {
  expect(sampleProducts.map((product) => product.id)).toEqual([-1, -2, -3, -4, -5, -6, -7, -8])
})

test('every sample stands in a category that the shop has, and costs a whole number of pesewas', () => {
  for (const product of sampleProducts) {
    expect(categories).toContain(product.category)
    expect(Number.isInteger(product.price)).toBe(true)
    expect(product.price).toBeGreaterThan(0)
  }
})

test('the four featured places on the home page can be filled', () => {
  expect(sampleProducts.filter((product) => product.featured).length).toBeGreaterThanOrEqual(4)
  expect(sampleProducts.some((product) => product.best_seller)).toBe(true)
})

test('one sample is nearly sold out and one is sold out, so both labels can be seen', () => {
  const stock = sampleProducts.map((product) => product.stock_quantity)
  expect(stock.some((left) => left >= 1 && left <= 5)).toBe(true)
  expect(stock).toContain(0)
})

test('benefits survive being written one per line, ingredients being written with commas between', () => {
  for (const product of sampleProducts) {
    expect(product.benefits.length).toBeGreaterThanOrEqual(3)
    expect(product.benefits.length).toBeLessThanOrEqual(4)
    expect(product.benefits.join('\n').split('\n')).toEqual(product.benefits)
    expect(product.ingredients.join(',').split(',')).toEqual(product.ingredients)
  }
})

test('no sample contains what the shop promises to avoid', () => {
  for (const product of sampleProducts) expect(product.ingredients.join(' ')).not.toMatch(unwanted)
})

test('each sample shows its front first and has three pictures', () => {
  for (const { slug, pictures } of sampleProducts) {
    expect(pictures).toEqual([`${slug}-1`, `${slug}-2`, `${slug}-3`])
  }
})
