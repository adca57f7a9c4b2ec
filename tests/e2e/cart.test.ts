import { expect } from '@playwright/test'
import { cartOf, catchChats, expectOrdered, fillCheckout, keepCart, placeOrder } from './setup/shopping.ts'
import { test } from './setup/visit.ts'

const soap = 'Black Soap Clarifying Cleanser'
const toner = 'Rose Water Hydrating Toner'
const mask = 'Kaolin Clay Mask'

test('an empty cart shows the way to the shop, in the cart and at the checkout', async ({ page }) => {
  for (const path of ['/cart', '/checkout']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
    await page.getByRole('link', { name: 'Continue Shopping' }).click()
    await expect(page).toHaveURL('/shop')
  }
})

test('the cart counts, sums up and leads to the checkout', async ({ page, request, expectAccessible }) => {
  await keepCart(page, request, [
    { name: soap, quantity: 2 },
    { name: toner, quantity: 1 },
  ])
  await page.goto('/cart')
  await expect(page.getByText('Saved on this device. You can order without an account.')).toBeVisible()
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: soap })
  await expect(line.getByRole('link', { name: soap })).toHaveAttribute('href', /^\/product\/\d+$/)
  await expect(line.locator('img')).toHaveJSProperty('complete', true)
  await expect(line).toContainText('Ghs 48.00')
  await expect(line).toContainText('Ghs 96.00')
  const summary = page.getByRole('region', { name: 'Order summary' })
  await expect(summary).toContainText('Subtotal (3 items)Ghs 171.00')
  await expect(summary).toContainText('Shipping is calculated at checkout.')
  await expect(page.getByRole('button', { name: `Decrease quantity of ${toner}` })).toBeDisabled()
  await page.getByRole('button', { name: `Increase quantity of ${toner}` }).click()
  await expect(summary).toContainText('Subtotal (4 items)Ghs 246.00')
  await page.getByLabel(`Quantity of ${soap}`, { exact: true }).fill('')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel(`Quantity of ${soap}`, { exact: true })).toHaveValue('1')
  await expectAccessible()
  await page.getByRole('link', { name: toner }).click()
  await expect(page.getByRole('heading', { level: 1, name: toner })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL('/checkout')
})

test('a line that was removed can be put back where it was', async ({ page, request }) => {
  await keepCart(page, request, [
    { name: soap, quantity: 3 },
    { name: toner, quantity: 1 },
  ])
  await page.goto('/cart')
  await page.getByRole('button', { name: `Remove ${soap}` }).click()
  await expect.poll(() => cartOf(page)).toHaveLength(1)
  const undo = page.getByRole('button', { name: `Undo removing ${soap}` })
  await expect(undo).toBeFocused()
  await undo.press('Enter')
  await expect(page.getByRole('link', { name: soap })).toBeFocused()
  await expect(page.getByLabel(`Quantity of ${soap}`, { exact: true })).toHaveValue('3')
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(soap)
})

test('the cart says what has changed since it was filled', async ({ page, request, expectAccessible }) => {
  await keepCart(page, request, [
    { name: soap, quantity: 1, price: 4000 },
    { name: toner, quantity: 900 },
    { name: mask, quantity: 1, stock: 5 },
  ])
  await page.goto('/cart')
  const lines = page.getByRole('main').getByRole('listitem')
  await expect(lines.nth(0)).toContainText('Price changed from Ghs 40.00 to Ghs 48.00')
  await expect(lines.nth(1)).toContainText(/Only \d+ left, quantity changed/)
  await expect(lines.nth(2)).toContainText('Out of Stock. It stays here, but is not part of your order.')
  await expectAccessible({ again: true })
})

test('of what is gone or hidden the checkout does not say that it will be back', { tag: '@faults' }, async ({
  page,
  request,
}) => {
  await keepCart(page, request, [{ name: mask, quantity: 1, stock: 0 }])
  await page.goto('/checkout')
  await expect(page.getByRole('heading', { name: 'Nothing in your cart can be ordered' })).toBeVisible()
  await expect(
    page.getByText('It is out of stock or no longer sold. What you chose stays in your cart.', {
      exact: true,
    }),
  ).toBeVisible()
})

test('a cart with nothing that can be ordered costs nothing, not even the delivery', {
  tag: '@faults',
}, async ({ page, request }) => {
  await keepCart(page, request, [{ name: mask, quantity: 1 }])
  await page.evaluate(() =>
    localStorage.setItem('adom_beauty_delivery_place', JSON.stringify({ region: 'Ashanti', city: 'Kumasi' })),
  )
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/cart')
    const summary = page.getByRole('region', { name: 'Order summary' })
    await expect(summary).toContainText('Subtotal (0 items)Ghs 0.00')
    await expect(summary.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled()
    await expect(summary).not.toContainText('Estimated total')
    await expect(summary).not.toContainText('Ghs 45.00')
  }
})

test('the cart works without a connection and looks again when it is back', { tag: '@faults' }, async ({
  page,
  context,
  request,
}) => {
  await keepCart(page, request, [{ name: soap, quantity: 1, price: 4000 }])
  await page.route('**/api/products/*', (route) => route.abort('internetdisconnected'))
  await page.goto('/cart')
  await expect(page.getByText('We could not check all prices and stock just now.')).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: `Increase quantity of ${soap}` }).click()
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('Ghs 80.00')
  await page.unrouteAll()
  await context.setOffline(false)
  await expect(page.getByText('Price changed from Ghs 40.00 to Ghs 48.00')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('Ghs 96.00')
})

test('two tabs show one cart, and an order in one empties the other', { tag: '@faults' }, async ({
  page,
  context,
  request,
}) => {
  await catchChats(context)
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  const other = await context.newPage()
  await other.goto('/cart')
  await page.goto('/cart')
  await page.getByRole('button', { name: `Increase quantity of ${soap}` }).click()
  await expect(other.getByLabel(`Quantity of ${soap}`, { exact: true })).toHaveValue('2')
  await page.goto('/checkout')
  await fillCheckout(page)
  await placeOrder(page).click()
  await expectOrdered(page)
  await expect(other.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
})
