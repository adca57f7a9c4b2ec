import { updateStockBody, updateStockResponse } from '#contract/catalogue.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import type { Api } from '../typed-api.ts'

export function stockRoutes(api: Api, { catalogue }: Shop): void {
  api.route({
    method: 'POST',
    url: '/products/update-stock',
    config: { access: 'admin' },
    schema: { tags: ['Products'], body: updateStockBody, response: { 200: updateStockResponse } },
    handler: async (request) => {
      const moved = await catalogue.sellAtCounter(viewerOf(request), request.body)
      const updated = moved.map(({ productId, stock }) => ({ productId, stock_quantity: stock }))
      return { success: true as const, updated }
    },
  })
}
