import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import type { ProductResponse } from '#contract/catalogue.ts'

/** What the shop itself says about its products; other tests may have bought some of them. */
export async function listProducts(
  request: APIRequestContext,
  query: Record<string, string | number> = {},
): Promise<ProductResponse[]> {
  const answer = await request.get('/api/products', { params: query })
  expect(answer.status()).toBe(200)
  return answer.json()
}

export async function findProduct(request: APIRequestContext, name: string): Promise<ProductResponse> {
  const found = (await listProducts(request)).find((product) => product.name === name)
  if (!found) throw new Error(`There is no ${name} in the shop`)
  return found
}

export function cards(page: Page): Locator {
  return page.getByRole('main').getByRole('article')
}

export function card(page: Page, name: string): Locator {
  return cards(page).filter({ has: page.getByRole('heading', { name, exact: true }) })
}

/** The names on the cards, in the order in which they are seen. */
export function namesOnCards(page: Page): Promise<string[]> {
  return cards(page).getByRole('heading').allTextContents()
}
