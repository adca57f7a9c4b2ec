import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  defaultCategories,
  isSameCategory,
  listCategories,
  normaliseCategory,
  shelfOf,
} from './categories.ts'

test('a new shop has seven categories', () => {
  expect(defaultCategories.join(', ')).toBe('cleanser, moisturizer, serum, mask, sunscreen, toner, eye cream')
})

test.each([
  ['cleanser', 'cleanser'],
  ['cleansers', 'cleanser'],
  ['Cleansers', 'cleanser'],
  ['SERUMS', 'serum'],
  ['moisturizers', 'moisturizer'],
  ['moisturisers', 'moisturizer'],
  ['masks', 'mask'],
  ['eye cream', 'eye cream'],
  ['eye-creams', 'eye cream'],
  ['Eye_Cream', 'eye cream'],
  ['  eye   creams ', 'eye cream'],
])('%s means %s', (text, category) => {
  expect(normaliseCategory(text)).toBe(category)
})

test.each([
  ['Body Oils', 'body oil'],
  ['accessories', 'accessory'],
  ['brushes', 'brush'],
  ['glass', 'glass'],
  ['lotus', 'lotus'],
  ['gas', 'gas'],
])('%s, though not among the seven, reads as %s', (text, word) => {
  expect(normaliseCategory(text)).toBe(word)
})

test('a category that was read once reads the same again', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const once = normaliseCategory(text)
      expect(normaliseCategory(once)).toBe(once)
    }),
    { examples: [['!! S']] },
  )
})

test('the singular and plural of each category mean the same, in any case', () => {
  for (const category of defaultCategories) {
    const { slug, name, heading } = shelfOf(category)
    expect(slug).toBe(category)
    expect(isSameCategory(heading, category)).toBe(true)
    expect(isSameCategory(name, category)).toBe(true)
  }
})

test('titles are written for people', () => {
  expect(defaultCategories.map((category) => shelfOf(category).name)).toEqual([
    'Cleanser',
    'Moisturizer',
    'Serum',
    'Mask',
    'Sunscreen',
    'Toner',
    'Eye Cream',
  ])
  expect(defaultCategories.map((category) => shelfOf(category).heading)).toEqual([
    'Cleansers',
    'Moisturizers',
    'Serums',
    'Masks',
    'Sunscreens',
    'Toners',
    'Eye Creams',
  ])
  expect(['accessory', 'brush', ''].map((category) => shelfOf(category).heading)).toEqual([
    'Accessories',
    'Brushes',
    '',
  ])
})

test('the list of categories comes from the products, each once', () => {
  const products = ['Toners', 'soap', 'serum', 'Body Oil', 'toner', '', 'cleanser'].map((category) => ({
    category,
  }))
  expect(listCategories(products)).toEqual(['cleanser', 'serum', 'toner', 'body oil', 'soap'])
  expect(listCategories([])).toEqual([])
})
