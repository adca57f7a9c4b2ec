import { randomInt } from 'node:crypto'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { buyer, fillCheckout, findProduct, keepCart, placeOrder } from './shopping.ts'

/** A number of this test alone: one number gets a few prompts only, so that nobody's phone rings all day. */
export function newPhone(): string {
  return `024${String(randomInt(10_000_000)).padStart(7, '0')}`
}

/** Fills in the checkout and chooses to pay online; the press itself is the test's. */
export async function fillOnlineOrder(page: Page, request: APIRequestContext, name: string, phone: string) {
  await keepCart(page, request, [{ name, quantity: 1 }])
  await page.goto('/checkout')
  await fillCheckout(page)
  await page.getByRole('textbox', { name: 'Phone' }).fill(phone)
  await page.getByRole('radio', { name: /^Order Online/ }).check()
}

/** Orders in the browser and comes to the page of the payment. */
export async function orderOnline(page: Page, request: APIRequestContext, name: string, phone = newPhone()) {
  await fillOnlineOrder(page, request, name, phone)
  await placeOrder(page).click()
  await expect(page).toHaveURL(/\/pay\/[0-9a-f-]{36}$/)
  return { phone, reference: page.url().slice(-36) }
}

/** An order whose payment has begun, made without a browser. */
export async function beginPayment(request: APIRequestContext, name: string) {
  const { id: product } = await findProduct(request, name)
  const phone = newPhone()
  const placed = await request.post('/api/orders', {
    data: {
      customer_name: buyer.name,
      customer_phone: phone,
      shipping_address: buyer.street,
      payment_method: 'mtn_momo',
      items: [{ product_id: product, quantity: 1 }],
    },
  })
  expect(placed.status()).toBe(201)
  const { id, tracking_code: code, order_total: amount } = await placed.json()
  const started = await request.post('/api/payments/mtn_momo', {
    data: { amount, orderId: id, customerPhone: phone },
  })
  expect(started.status()).toBe(200)
  const { referenceId: reference } = await started.json()
  return { code: String(code), reference: String(reference), phone }
}

/** Answers a test payment as the phone would, behind the page's back. */
export async function answerPhone(
  request: APIRequestContext,
  reference: string,
  answer: 'approve' | 'decline',
) {
  const answered = await request.post(`/api/payments/${reference}/test-answer`, { data: { answer } })
  expect(answered.status()).toBe(200)
}

export function title(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 1, name })
}
