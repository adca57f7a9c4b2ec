import { z } from 'zod'
import { type ProductAnswer, type ProductDetails, productAnswer } from '../../../contract/catalogue.ts'
import { idParams, paging, text } from '../../../contract/fields.ts'
import { Refusal } from '../../../contract/refusals.ts'
import { toCedis } from '../../../rules/money.ts'
import { pictureAddress } from '../../../rules/picture-address.ts'
import { productSorts } from '../../../rules/product-sorting.ts'
import type { Shop } from '../../shop.ts'
import { describePage } from '../paging.ts'
import type { Api } from '../typed-api.ts'

const productQuery = z.strictObject({
  ...paging(100),
  category: text(60).optional(),
  q: text(100).optional(),
  sort: z.enum(productSorts).optional(),
})

export function productRoutes(api: Api, shop: Shop): void {
  api.route({
    method: 'GET',
    url: '/products',
    config: { access: 'anyone' },
    schema: { tags: ['Products'], querystring: productQuery, response: { 200: z.array(productAnswer) } },
    handler: async (request, reply) => {
      const { products, total } = await shop.catalogue.listDetails(request.query)
      describePage(request, reply, { total, ...request.query })
      return products.map(toAnswer)
    },
  })

  api.route({
    method: 'GET',
    url: '/products/:id',
    config: { access: 'anyone' },
    schema: { tags: ['Products'], params: idParams, response: { 200: productAnswer } },
    handler: async ({ params }) => {
      const product = await shop.catalogue.find(params.id)
      if (product === null) throw new Refusal('product_not_found')
      return toAnswer(product)
    },
  })
}

function toAnswer(product: ProductDetails): ProductAnswer {
  const images = product.pictures.map(({ id, widths }) => pictureAddress(id, Math.max(...widths), 'webp'))
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    brands: product.brands,
    price: toCedis(product.price),
    image: images[0] ?? null,
    images,
    category: product.category,
    how_to_use: product.howToUse,
    benefits: product.benefits.join('\n'),
    ingredients: product.ingredients.join(', '),
    stock_quantity: product.stock,
    featured: product.isFeatured,
    best_seller: product.isBestSeller,
    created_at: product.createdAt.toISOString(),
  }
}
