import { expect, test } from 'vitest'
import type { ShownDetails } from '#app/components/shown-product.tsx'
import { shelfOf } from '#rules/categories.ts'
import { productOffer, readProductId } from './read-product.ts'

test('an address with a number names a product, also that of a sample', () => {
  expect(readProductId('12')).toBe(12)
  expect(readProductId('-3')).toBe(-3)
})

test('an address with anything else names none', () => {
  for (const text of ['', 'abc', '1e3', '12.5', ' 4', '99999999999', '0x1f']) {
    expect(readProductId(text)).toBeNull()
  }
})

const serum: ShownDetails = {
  id: 7,
  name: 'Hibiscus Glow Serum',
  category: 'serum',
  price: 14_550,
  stock: 4,
  isFeatured: true,
  isBestSeller: false,
  rating: null,
  reviewCount: 0,
  picture: null,
  description: 'A light ruby serum.',
  brands: 'Adom Beauty',
  howToUse: '',
  benefits: [],
  ingredients: [],
  fdaNumber: null,
  pictures: [
    {
      id: 'abc',
      alt: '',
      width: 1200,
      height: 1500,
      colour: '#fff',
      blur: null,
      widths: [160, 800],
      hasAvif: true,
    },
  ],
}

const shelf = { ...shelfOf('serum'), isHidden: false }

test.each([
  ['2026-12-01T18:00:00Z', '2026-12-01'],
  ['2026-12-02T00:00:00Z', '2026-12-01'],
])('in a sale until %s, search engines read that the price is valid until %s', (end, priceValidUntil) => {
  const product = { ...serum, price: 11_640, regularPrice: 14_550, saleEndsAt: new Date(end) }
  expect(productOffer('https://shop.example', { product, shelf })).toMatchObject({
    'script:ld+json': { offers: { price: '116.40', priceValidUntil } },
  })
})

test('search engines read price, currency, stock and full addresses', () => {
  expect(productOffer('https://shop.example', { product: serum, shelf })).toMatchObject({
    'script:ld+json': {
      '@type': 'Product',
      image: ['https://shop.example/media/pictures/abc/800.webp'],
      offers: {
        priceCurrency: 'GHS',
        price: '145.50',
        availability: 'https://schema.org/InStock',
        url: 'https://shop.example/product/7',
      },
    },
  })
})

test('a product that is sold out says so', () => {
  const { 'script:ld+json': product } = productOffer('', {
    product: { ...serum, stock: 0 },
    shelf,
  }) as Record<string, object>
  expect(product).toMatchObject({ offers: { availability: 'https://schema.org/OutOfStock' } })
})

test('search engines read the average of the reviews, and nothing of it while there are none', () => {
  const rated = { ...serum, rating: 4.5, reviewCount: 2 }
  const { 'script:ld+json': product } = productOffer('', { product: rated, shelf }) as Record<string, object>
  expect(product).toMatchObject({
    aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.5, reviewCount: 2 },
  })
  const { 'script:ld+json': other } = productOffer('', { product: serum, shelf }) as Record<string, object>
  expect(other).not.toHaveProperty('aggregateRating')
})
