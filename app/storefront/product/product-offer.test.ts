import { expect, test } from 'vitest'
import type { ShownDetails } from '#app/components/shown-product.ts'
import { productOffer } from './product-offer.ts'

const serum: ShownDetails = {
  id: 7,
  name: 'Hibiscus Glow Serum',
  category: 'serum',
  price: 14_550,
  stock: 4,
  isFeatured: true,
  isBestSeller: false,
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

test('search engines read price, currency, stock and full addresses', () => {
  expect(productOffer('https://shop.example', serum)).toMatchObject({
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
  const { 'script:ld+json': product } = productOffer('', { ...serum, stock: 0 }) as Record<string, object>
  expect(product).toMatchObject({ offers: { availability: 'https://schema.org/OutOfStock' } })
})
