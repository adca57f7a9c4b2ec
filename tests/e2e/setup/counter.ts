import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import type { PlacedOrderResponse } from '#contract/checkout.ts'
import { bearer, newProduct } from './office.ts'

/** A product of this test alone, and orders of it, by customers whom no other test knows. */
export async function openCounter(request: APIRequestContext, page: Page, token: string, stock = 50) {
  const surname = `Z${randomUUID().slice(0, 8)}`
  const product = await newProduct(request, page, token, {
    name: `Counter jar ${surname}`,
    price: '100',
    stock_quantity: String(stock),
  })
  return {
    /** Finds these customers and nobody else. */
    surname,
    product,
    async order(firstName: string, details: object = {}): Promise<PlacedOrderResponse> {
      const answer = await request.post('/api/orders', {
        data: {
          customer_name: `${firstName} ${surname}`,
          customer_phone: '024 123 4567',
          address: 'House 14, behind Shell',
          city: 'Kumasi',
          state: 'Ashanti',
          items: [{ product_id: product.id, quantity: 2 }],
          ...details,
        },
      })
      expect(answer.status()).toBe(201)
      return answer.json()
    },
    async stock(): Promise<number> {
      const answer = await request.get(`/api/products/${product.id}`)
      return (await answer.json()).stock_quantity
    },
    async setStatus({ id }: { id: number }, status: string): Promise<void> {
      const answer = await request.put(`/api/orders/${id}`, { headers: bearer(token), data: { status } })
      expect(answer.status()).toBe(200)
    },
  }
}

export function rowOf(page: Page, { tracking_code }: { tracking_code: string }): Locator {
  return page.getByRole('row').filter({ hasText: tracking_code })
}

export function statusOf(page: Page, { tracking_code }: { tracking_code: string }): Locator {
  return page.getByRole('table').getByRole('combobox', { name: `Status of ${tracking_code}` })
}
