import { expect } from '@playwright/test'
import { stopTime } from './setup/page.ts'
import { catchChats, fillCheckout, keepCart, laptop, placeOrder } from './setup/shopping.ts'
import { test } from './setup/visit.ts'

const toner = 'Rose Water Hydrating Toner'

test.use(laptop)

test('the chat opens in a tab of its own, and the shop shows the order', { tag: '@faults' }, async ({
  page,
  context,
  request,
}) => {
  await catchChats(context)
  await keepCart(page, request, [{ name: toner, quantity: 1 }])
  await page.goto('/checkout')
  await fillCheckout(page)
  const opened = context.waitForEvent('page')
  await placeOrder(page).click()
  const chat = await opened
  await expect(chat.getByRole('heading', { name: 'Chat' })).toBeVisible()
  expect(chat.url()).toMatch(/^https:\/\/wa\.me\/1234567890\?text=New%20Order/)
  await expect(page).toHaveURL(/\/track-order\?code=[A-Z0-9]{6}$/)
  await expect(page.getByRole('main')).toContainText('Order placed')
})

test('the tab for the chat is opened by the press itself, while the order is still on its way', async ({
  page,
  context,
  request,
}) => {
  await catchChats(context)
  await keepCart(page, request, [{ name: toner, quantity: 1 }])
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/orders/whatsapp', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/checkout')
  await fillCheckout(page)
  const opened = context.waitForEvent('page')
  await stopTime(page)
  await placeOrder(page).click()
  const chat = await opened
  await expect(chat.locator('body')).toContainText('Your order is being placed.')
  await expect(page.getByRole('button', { name: 'Processing...' })).toHaveAttribute('aria-busy', 'true')
  letGo()
  await expect(chat.getByRole('heading', { name: 'Chat' })).toBeVisible()
  await page.clock.runFor(2_000)
  await expect(page).toHaveURL(/\/track-order\?code=[A-Z0-9]{6}$/)
})

test('a tab that was opened for nothing is closed again', { tag: '@faults' }, async ({
  page,
  context,
  request,
}) => {
  await keepCart(page, request, [{ name: toner, quantity: 1, price: 100 }])
  await page.goto('/checkout')
  await fillCheckout(page)
  await placeOrder(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Prices have changed' })).toBeFocused()
  await expect.poll(() => context.pages().length).toBe(1)
})
