import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  categories,
  categoryPluralTitle,
  categoryTitle,
  isSameCategory,
  listCategories,
  normaliseCategory,
  readCategory,
} from './categories.ts'

test('the shop has seven categories', () => {
  expect(categories.join(', ')).toBe('cleanser, moisturizer, serum, mask, sunscreen, toner, eye cream')
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
  expect(readCategory(text)).toBe(category)
})

test.each([null, undefined, '', 'all', 'body oil', 'cleanserss'])('%s is none of the seven', (text) => {
  expect(readCategory(text)).toBeNull()
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
  for (const category of categories) {
    expect(isSameCategory(categoryPluralTitle(category), category)).toBe(true)
    expect(readCategory(categoryTitle(category))).toBe(category)
  }
})

test('titles are written for people', () => {
  expect(categories.map(categoryTitle)).toEqual([
    'Cleanser',
    'Moisturizer',
    'Serum',
    'Mask',
    'Sunscreen',
    'Toner',
    'Eye Cream',
  ])
  expect(categories.map(categoryPluralTitle)).toEqual([
    'Cleansers',
    'Moisturizers',
    'Serums',
    'Masks',
    'Sunscreens',
    'Toners',
    'Eye Creams',
  ])
  expect(['accessory', 'brush', ''].map(categoryPluralTitle)).toEqual(['Accessories', 'Brushes', ''])
})

test('the list of categories comes from the products, each once', () => {
  const products = ['Toners', 'soap', 'serum', 'Body Oil', 'toner', '', 'cleanser'].map((category) => ({
    category,
  }))
  expect(listCategories(products)).toEqual(['cleanser', 'serum', 'toner', 'body oil', 'soap'])
  expect(listCategories([])).toEqual([])
})
