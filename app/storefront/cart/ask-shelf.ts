import { api } from '#app/data/api.ts'
import { isApiProblem } from '#app/data/api-problem.ts'
import type { ProductResponse } from '#contract/catalogue.ts'
import { fromCedis } from '#rules/money.ts'
import type { Shelf } from './shelf-news.ts'

/** A cart with more than this is looked at in part; the shop itself counts all of it when the order comes. */
export const mostAsked = 40

/** Null when the shop could not say, so that the cart keeps what it knows. */
export async function askShelf(productId: number, signal: AbortSignal): Promise<Shelf | null> {
  try {
    const product = await api.get<ProductResponse>(`/api/products/${productId}`, { signal, anonymous: true })
    const price = fromCedis(product.price)
    if (price === null) return null
    return { name: product.name, price, stock: product.stock_quantity, image: product.image }
  } catch (error) {
    const isUnknown = isApiProblem(error) && (error.status === 404 || error.status === 400)
    return isUnknown ? 'gone' : null
  }
}
