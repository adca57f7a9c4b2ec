import { expect, type Locator } from '@playwright/test'
import { newProduct, ownWord } from './setup/office.ts'
import { card, catchChats, city, fillCheckout, keepCart, placeOrder } from './setup/shopping.ts'
import { test } from './setup/visit.ts'

const soap = 'Black Soap Clarifying Cleanser'
const toner = 'Rose Water Hydrating Toner'

test('everyone can use the cart', { tag: '@faults' }, async ({ page, request, expectUsable }) => {
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expectUsable()
  await keepCart(page, request, [
    { name: soap, quantity: 1, price: 4000 },
    { name: toner, quantity: 1 },
  ])
  await page.goto('/cart')
  await page.getByRole('button', { name: `Remove ${toner}` }).click()
  await expect(page.getByText('Price changed')).toBeVisible()
  await expectUsable()
})

test('everyone can order', { tag: '@faults' }, async ({ page, context, request, expectUsable }) => {
  await catchChats(context)
  await keepCart(page, request, [{ name: soap, quantity: 1, price: 4000 }])
  await page.goto('/checkout')
  await expectUsable()
  await fillCheckout(page)
  await city(page).fill('o')
  await expect(page.getByRole('listbox')).toBeVisible()
  await expectUsable()
  await city(page).fill('Kumasi')
  await placeOrder(page).click()
  const panel = page.getByRole('alert').filter({ hasText: 'Prices have changed' })
  await expect(panel).toBeVisible()
  await expectUsable()
  await panel.getByRole('button', { name: /^Place Order for/ }).click()
  await expect(page.getByRole('heading', { name: /^Order #\d+$/ })).toBeVisible()
  await expectUsable()
})

test('no page of an order scrolls sideways at 320 pixels', { tag: '@faults' }, async ({ page, request }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await keepCart(page, request, [{ name: soap, quantity: 999 }])
  for (const path of ['/cart', '/checkout', '/track-order?code=ZZZZZZ']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
})

test('a long word, price or category stays on a narrow screen', { tag: '@faults' }, async ({
  page,
  request,
  signIn,
}) => {
  const word = ownWord() + 'a'.repeat(60)
  const texts = { name: word, description: word, benefits: word, ingredients: word, how_to_use: word }
  const token = await signIn('admin')
  const { id } = await newProduct(request, page, token, { ...texts, category: 'moisturizer', price: '1440' })
  await keepCart(page, request, [{ name: word, quantity: 1 }])

  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of [`/product/${id}`, `/shop?q=${word}`]) {
    await page.goto(path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
  await page.goto('/cart')
  const margin = 16
  expect(await rightOf(page.getByRole('link', { name: 'Proceed to Checkout' }))).toBe(320 - margin)

  // So wide is a phone of 360 pixels whose owner reads large letters.
  await page.setViewportSize({ width: 280, height: 570 })
  await page.goto(`/shop?q=${word}`)
  const plus = page.getByRole('button', { name: `Increase quantity of ${word}` })
  expect(await rightOf(plus)).toBeLessThanOrEqual(await rightOf(card(page, word)))
})

async function rightOf(place: Locator): Promise<number> {
  await expect(place).toBeVisible()
  return place.evaluate((element) => element.getBoundingClientRect().right)
}
