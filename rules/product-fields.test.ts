import { expect, test } from 'vitest'
import { choiceLabelRequired } from './choices.ts'
import {
  checkProduct,
  ingredientsOfLines,
  listBenefits,
  listIngredients,
  productMistake,
  readStock,
} from './product-fields.ts'

const shea = {
  name: 'Shea Butter Cream',
  brands: 'Adom',
  category: 'moisturizer',
  price: '145.50',
  stock_quantity: '12',
  description: 'Rich and plain.',
  how_to_use: 'Warm it between your hands.',
  benefits: '',
  ingredients: '',
  fda_number: '',
  sku: '',
  article: '',
  choice_label: '',
  choice_colour: '',
}

test('a product needs a name, brand, category, price, stock, description and how to use', () => {
  expect(checkProduct(shea)).toEqual({})
  const empty = Object.fromEntries(Object.keys(shea).map((field) => [field, ' '])) as typeof shea
  expect(checkProduct(empty)).toEqual({
    name: 'Name is required',
    brands: 'Brand is required',
    category: 'Category is required',
    price: 'Price is required',
    stock_quantity: 'Stock quantity is required',
    description: 'Description is required',
    how_to_use: 'How to use is required',
  })
})

test.each(['145', '145.5', '0.01', '1000000'])('%s is a price', (price) => {
  expect(productMistake('price', price)).toBeNull()
})

test.each(['0', '-1', '1.999', '1,50', '12 cedis', '1e3', '1000000.01', 'NaN'])('%s is no price', (price) => {
  expect(productMistake('price', price)).toBe('Please enter a price such as 145 or 145.50')
})

test('stock is counted in whole jars', () => {
  expect(['0', ' 12 ', '1000000'].map(readStock)).toEqual([0, 12, 1_000_000])
  expect(['', '-1', '1.5', '1e3', '1000001', 'many'].map(readStock)).toEqual(Array(6).fill(null))
})

test('a text that is too long is said to be', () => {
  expect(productMistake('name', 'x'.repeat(121))).toBe('Please use at most 120 characters')
})

test('ingredients are separated by commas, which may also stand inside a name', () => {
  expect(listIngredients('Aqua, 1,2-Hexanediol,Glycerin, ,Butyrospermum parkii')).toEqual([
    'Aqua',
    '1,2-Hexanediol',
    'Glycerin',
    'Butyrospermum parkii',
  ])
  expect(ingredientsOfLines(' Aqua\r\n\n1,2-Hexanediol \n')).toBe('Aqua, 1,2-Hexanediol')
})

test('benefits are one per line', () => {
  expect(listBenefits('Soft skin\r\n\n  Calm  \n')).toEqual(['Soft skin', 'Calm'])
})

test('what is one of several must say which one, and a colour is written in six digits', () => {
  expect(checkProduct({ ...shea, article: 'Shea Butter' })).toEqual({ choice_label: choiceLabelRequired })
  expect(checkProduct({ ...shea, article: 'Shea Butter', choice_label: '50 ml' })).toEqual({})
  expect(checkProduct({ ...shea, choice_colour: 'red' })).toEqual({
    choice_colour: 'Please write a colour such as #aa3355',
  })
})
