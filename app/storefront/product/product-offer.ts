import type { MetaDescriptor } from 'react-router'
import { largestAddress } from '#app/components/shop-picture.tsx'
import { productPath, type ShownDetails } from '#app/components/shown-product.ts'
import { isBuyable } from '#rules/cart.ts'
import { categoryTitle } from '#rules/categories.ts'
import { plainCedis } from '#rules/money.ts'

/** The product and its price, as search engines read them. */
export function productOffer(publicUrl: string, product: ShownDetails): MetaDescriptor {
  return {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: product.name,
      description: product.description,
      sku: String(product.id),
      category: categoryTitle(product.category),
      brand: { '@type': 'Brand', name: product.brands },
      image: product.pictures.flatMap((picture) =>
        'src' in picture ? [] : [`${publicUrl}${largestAddress(picture)}`],
      ),
      offers: {
        '@type': 'Offer',
        url: `${publicUrl}${productPath(product)}`,
        priceCurrency: 'GHS',
        price: plainCedis(product.price),
        availability: `https://schema.org/${isBuyable(product.stock) ? 'InStock' : 'OutOfStock'}`,
        itemCondition: 'https://schema.org/NewCondition',
      },
    },
  }
}
