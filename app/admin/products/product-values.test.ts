import { expect, test } from 'vitest'
import type { ProductResponse } from '#contract/catalogue.ts'
import { savedPicture } from '../pictures.ts'
import { mistakesIn, toForm, toTexts, typedOf } from './product-values.ts'

const product: ProductResponse = {
  id: 7,
  name: 'Shea Butter Cream',
  description: 'Rich.',
  brands: 'Adom',
  price: 145.5,
  image: '/media/pictures/a/800.webp',
  images: ['/media/pictures/a/800.webp'],
  category: 'moisturizer',
  how_to_use: 'Warm it.',
  benefits: 'Soft\nCalm',
  ingredients: 'Shea butter, 1,2-Hexanediol',
  stock_quantity: 10,
  featured: true,
  best_seller: false,
  created_at: '2026-03-05T09:00:00.000Z',
  rating: null,
  review_count: 0,
  updated_at: '2026-03-05T09:00:00.000Z',
  fda_number: '',
}

function filled(changes: Record<string, string> = {}): FormData {
  const values = new FormData()
  for (const [name, text] of Object.entries({ ...toTexts(product), ...changes })) values.set(name, text)
  return values
}

test('the form shows ingredients one per line and sends them with commas', () => {
  expect(toTexts(product).ingredients).toBe('Shea butter\n1,2-Hexanediol')
  const { form } = toForm({
    values: filled(),
    pictures: [],
    linked: { parts: [], goesWith: [] },
    id: null,
    seen: null,
  })
  expect(form.get('ingredients')).toBe('Shea butter, 1,2-Hexanediol')
  expect(form.get('benefits')).toBe('Soft\nCalm')
})

test('an edit says which product, version and stock were on the screen', () => {
  const { form, files } = toForm({
    linked: { parts: [], goesWith: [] },
    values: filled({ featured: 'on' }),
    pictures: product.images.map(savedPicture),
    id: product.id,
    seen: typedOf(product).seen,
  })
  expect(Object.fromEntries(form)).toMatchObject({
    id: '7',
    seen_stock: '10',
    expected: '2026-03-05T09:00:00.000Z',
    featured: '1',
    best_seller: '0',
    existingImages: '["/media/pictures/a/800.webp"]',
  })
  expect(files).toEqual([])
})

test('an empty form says what is missing', () => {
  expect(Object.keys(mistakesIn(new FormData()))).toEqual([
    'name',
    'brands',
    'category',
    'price',
    'stock_quantity',
    'description',
    'how_to_use',
  ])
})
