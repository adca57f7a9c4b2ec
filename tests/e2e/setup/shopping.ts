import {
  type APIRequestContext,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import type { ProductResponse } from '#contract/catalogue.ts'
import { stopTime } from './page.ts'

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

type Wanted = {
  name: string
  quantity: number
  /** What the cart remembers, where that differs from what the shop says today. */
  price?: number
  stock?: number
}

/** Fills the cart as an earlier visit left it. */
export async function keepCart(page: Page, request: APIRequestContext, wanted: readonly Wanted[]) {
  const lines = await Promise.all(wanted.map((each) => toLine(request, each)))
  await page.goto('/robots.txt')
  await page.evaluate((cart) => localStorage.setItem('adom_beauty_cart', cart), JSON.stringify(lines))
}

async function toLine(request: APIRequestContext, { name, quantity, price, stock }: Wanted) {
  const product = await findProduct(request, name)
  return {
    product: {
      id: product.id,
      name,
      price: price ?? Math.round(product.price * 100),
      stock: stock ?? product.stock_quantity,
    },
    quantity,
  }
}

export async function cartOf(page: Page): Promise<{ product: { name: string }; quantity: number }[]> {
  return JSON.parse((await page.evaluate(() => localStorage.getItem('adom_beauty_cart'))) ?? '[]')
}

export const buyer = { name: 'Ama Serwaa', phone: '024 123 4567', street: 'House 14, behind Shell' }

export async function fillCheckout(page: Page, place = { region: 'Ashanti', city: 'Kumasi' }) {
  await page.getByLabel('Full name').fill(buyer.name)
  await page.getByRole('textbox', { name: 'Phone' }).fill(buyer.phone)
  await page.getByLabel('State / Region').selectOption(place.region)
  await city(page).fill(place.city)
  await page.getByLabel('Street, house or landmark').fill(buyer.street)
}

export function city(page: Page): Locator {
  return page.getByRole('combobox', { name: 'City' })
}

export function placeOrder(page: Page): Locator {
  return page.getByRole('button', { name: 'Place Order', exact: true })
}

/** Whoever has ordered is led to the order, to stay there; that it was placed is said before, for two seconds only. */
export async function expectOrdered(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/track-order\?code=[A-Z0-9]{6}$/)
}

/** Presses the button and is led to the order, without those two seconds. */
export async function orderAtOnce(page: Page, press = () => placeOrder(page).click()): Promise<void> {
  await stopTime(page)
  await press()
  await expect(page.getByRole('heading', { name: 'Order placed successfully' })).toBeVisible()
  await page.clock.runFor(2_000)
  await page.clock.resume()
  await expectOrdered(page)
}

/** A fake of the chat, which the tests cannot reach, and tells which messages it was opened with. */
export async function catchChats(context: BrowserContext): Promise<string[]> {
  const messages: string[] = []
  await context.route('https://wa.me/**', async (route) => {
    messages.push(new URL(route.request().url()).searchParams.get('text') ?? '')
    await route.fulfill({ contentType: 'text/html', body: '<title>Chat</title><h1>Chat</h1>' })
  })
  return messages
}

/** Another customer, who needs no browser. */
export async function buyElsewhere(request: APIRequestContext, name: string, quantity: number) {
  const { id } = await findProduct(request, name)
  const answer = await request.post('/api/orders/whatsapp', {
    data: {
      customer_name: 'Kofi Mensah',
      customer_phone: '0201234567',
      shipping_address: 'Market Circle, Takoradi',
      items: [{ product_id: id, quantity }],
    },
  })
  expect(answer.status()).toBe(201)
  const { id: orderId, tracking_code: code } = await answer.json()
  return { id: Number(orderId), code: String(code), phone: '0201234567' }
}

export const androidPhone = {
  viewport: { width: 360, height: 800 },
  isMobile: true,
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 13; SM-A047F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
}

export const laptop = { viewport: { width: 1280, height: 800 } }
