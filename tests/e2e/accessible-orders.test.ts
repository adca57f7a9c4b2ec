import { expect } from '@playwright/test'
import { catchChats, city, fillCheckout, keepCart, placeOrder } from './setup/basket.ts'
import { findSmallTargets } from './setup/targets.ts'
import { test } from './setup/visit.ts'

const soap = 'Black Soap Clarifying Cleanser'
const toner = 'Rose Water Hydrating Toner'

for (const size of [
  { width: 360, height: 800 },
  { width: 1280, height: 800 },
]) {
  test(`everyone can use the cart at ${size.width} pixels`, async ({ page, request, expectAccessible }) => {
    await page.setViewportSize(size)
    await page.goto('/cart', { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
    await expectAccessible()
    await keepCart(page, request, [
      { name: soap, quantity: 1, price: 4000 },
      { name: toner, quantity: 1 },
    ])
    await page.goto('/cart')
    await page.getByRole('button', { name: `Remove ${toner}` }).click()
    await expect(page.getByText('Price changed')).toBeVisible()
    await expectAccessible()
    expect(await findSmallTargets(page)).toEqual([])
  })

  test(`everyone can order at ${size.width} pixels`, async ({ page, context, request, expectAccessible }) => {
    await catchChats(context)
    await page.setViewportSize(size)
    await keepCart(page, request, [{ name: soap, quantity: 1, price: 4000 }])
    await page.goto('/checkout', { waitUntil: 'networkidle' })
    await expectAccessible()
    expect(await findSmallTargets(page)).toEqual([])
    await fillCheckout(page)
    await city(page).fill('o')
    await expect(page.getByRole('listbox')).toBeVisible()
    await expectAccessible()
    await city(page).fill('Kumasi')
    await placeOrder(page).click()
    const panel = page.getByRole('alert').filter({ hasText: 'Prices have changed' })
    await expect(panel).toBeVisible()
    await expectAccessible()
    expect(await findSmallTargets(page)).toEqual([])
    await panel.getByRole('button', { name: /^Place Order for/ }).click()
    await expect(page.getByRole('heading', { name: /^Order #\d+$/ })).toBeVisible()
    await expectAccessible()
    expect(await findSmallTargets(page)).toEqual([])
  })
}

test('no page of an order scrolls sideways at 320 pixels', async ({ page, request }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await keepCart(page, request, [{ name: soap, quantity: 999 }])
  for (const path of ['/cart', '/checkout', '/track-order?code=ZZZZZZ']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
})
