import { z } from 'zod'
import { productResponse, withFormFields } from '#contract/catalogue.ts'
import { idParams, paging, text } from '#contract/fields.ts'
import { Refusal } from '#contract/refusals.ts'
import { productSorts } from '#rules/product-sorting.ts'
import type { Shop } from '#server/shop.ts'
import { requireRight } from '../access.ts'
import type { Api } from '../typed-api.ts'
import { describePage } from '../typed-api.ts'

const flag = z.enum(['0', '1']).optional()

const productQuery = z.strictObject({
  ...paging(100),
  category: text(60).optional(),
  q: text(100).optional(),
  article: text(120).optional().describe('Its sizes and shades, in their order'),
  sort: z.enum(productSorts).optional(),
  admin: flag.describe('Admins only: with updated_at and fda_number, which the form needs'),
  hidden: flag.describe('Admins only: what is hidden'),
  low_stock: flag.describe('Admins only: what is nearly or quite gone'),
})

export function productRoutes(api: Api, shop: Shop): void {
  api.route({
    method: 'GET',
    url: '/products',
    config: {
      access: 'anyone',
      takesKeys: true,
      cached: { shows: ['catalogue'], parameters: ['page', 'limit', 'sort'] },
    },
    schema: { tags: ['Products'], querystring: productQuery, response: { 200: z.array(productResponse) } },
    handler: async (request, reply) => {
      const { admin, low_stock, hidden, ...filter } = request.query
      if (admin === '1' || low_stock === '1' || hidden === '1') requireRight(request, 'products')
      const stockAtMost = low_stock === '1' ? (await shop.settings.read()).lowStockLevel : undefined
      // What is hidden need not be in stock: asked for what is scarce, only what can be bought counts.
      const others = admin === '1' && low_stock !== '1' ? 'all' : 'shown'
      const visibility = hidden === '1' ? 'hidden' : others
      const isForForms = admin === '1'
      const { listForForms, listDetails } = shop.catalogue
      const list = isForForms ? listForForms : listDetails
      const { products, total } = await list({ ...filter, stockAtMost, visibility })
      describePage(request, reply, { total, ...filter })
      return isForForms ? products.map(withFormFields) : products
    },
  })

  api.route({
    method: 'GET',
    url: '/products/:id',
    config: { access: 'anyone', takesKeys: true },
    schema: {
      tags: ['Products'],
      params: idParams,
      querystring: z.strictObject({ admin: flag }),
      response: { 200: productResponse },
    },
    handler: async (request) => {
      const isForAdmin = request.query.admin === '1'
      if (isForAdmin) requireRight(request, 'products')
      const { id } = request.params
      const product = await (isForAdmin ? shop.catalogue.findForForm(id) : shop.catalogue.find(id))
      if (product === null) throw new Refusal('product_not_found')
      return isForAdmin ? withFormFields(product) : product
    },
  })
}
