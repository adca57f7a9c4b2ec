import { expect } from '@playwright/test'
import { toasts } from './setup/page.ts'
import {
  buyElsewhere,
  cartOf,
  catchChats,
  expectOrdered,
  fillCheckout,
  findProduct,
  keepCart,
  orderAtOnce,
  placeOrder,
} from './setup/shopping.ts'
import { test } from './setup/visit.ts'

const soap = 'Black Soap Clarifying Cleanser'
const moisturizer = 'Moringa Daily Moisturizer'

/** The changed page is no longer the one whose scripts the shop vouches for. */
function withoutPolicy(headers: Record<string, string>): Record<string, string> {
  const { 'content-security-policy': _, ...others } = headers
  return others
}

test('a price that changed while the cart lay open is shown beside the old one and asked about', async ({
  page,
  context,
  request,
  expectAccessible,
}) => {
  const chats = await catchChats(context)
  await keepCart(page, request, [{ name: soap, quantity: 2, price: 4000 }])
  await page.goto('/checkout')
  await fillCheckout(page)
  await placeOrder(page).click()
  const panel = page.getByRole('alert').filter({ hasText: 'Prices have changed' })
  await expect(panel).toBeFocused()
  await expect(panel).toContainText('Ghs 40.00')
  await expect(panel).toContainText('Ghs 48.00')
  await expectAccessible({ again: true })

  await placeOrder(page).click()
  await expect(panel).toBeFocused()
  await orderAtOnce(page, () => panel.getByRole('button', { name: 'Place Order for Ghs 141.00' }).click())
  await expect.poll(() => chats[0]).toContain('Total: Ghs 141.00')
})

test('a delivery fee that changed while the page lay open is shown beside the old one and asked about', {
  tag: '@faults',
}, async ({ page, context, request }) => {
  const chats = await catchChats(context)
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  // The page was opened when delivery still cost 30 cedis.
  await page.route('**/checkout', async (route) => {
    const answer = await route.fetch()
    const old = (await answer.text()).replaceAll('4500', '3000')
    await route.fulfill({ response: answer, body: old, headers: withoutPolicy(answer.headers()) })
  })
  await page.goto('/checkout')
  await fillCheckout(page)
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('Ghs 30.00 outside Accra')
  await placeOrder(page).click()
  const panel = page.getByRole('alert').filter({ hasText: 'The delivery fee has changed' })
  await expect(panel).toBeFocused()
  await expect(panel).toContainText('Ghs 30.00')
  await expect(panel).toContainText('Ghs 45.00')
  await panel.getByRole('button', { name: 'Place Order for Ghs 93.00' }).click()
  await expectOrdered(page)
  await expect.poll(() => chats[0]).toContain('Total: Ghs 93.00')
})

test('whoever has ordered too often is told how long to wait, and keeps everything', {
  tag: '@faults',
}, async ({ page, context, request }) => {
  await catchChats(context)
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  await page.goto('/checkout')
  await fillCheckout(page)
  const error = 'Many orders have come from here in a short time. Please try again in 7 minutes.'
  const answer = { status: 429, json: { error, code: 'too_many_requests' } }
  await page.route('**/api/orders/whatsapp', (route) => route.fulfill(answer))
  await placeOrder(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(error)
  await expect(page.getByLabel('Full name')).toHaveValue('Ama Serwaa')
  expect(await cartOf(page)).toHaveLength(1)
  await page.unrouteAll()
  await placeOrder(page).click()
  await expectOrdered(page)
})

test('what was sold while checking out is named, and the cart can be changed to what is left', {
  tag: '@faults',
}, async ({ page, context, request }) => {
  await catchChats(context)
  const { stock_quantity: stock } = await findProduct(request, moisturizer)
  await keepCart(page, request, [
    { name: moisturizer, quantity: stock },
    { name: 'Kaolin Clay Mask', quantity: 1, stock: 1 },
  ])
  await page.goto('/checkout')
  await fillCheckout(page)
  await buyElsewhere(request, moisturizer, 1)
  await placeOrder(page).click()
  const panel = page.getByRole('alert').filter({ hasText: 'Not enough left' })
  await expect(panel).toContainText(`Only ${stock - 1} of ${moisturizer} left, you wanted ${stock}.`)
  await expect(panel).toContainText('Kaolin Clay Mask is out of stock.')
  await panel.getByRole('button', { name: 'Change cart to what is left' }).click()
  await expect(page.getByText('Your cart was changed to what is left.')).toBeFocused()
  await expect(page.getByLabel('Full name')).toHaveValue('Ama Serwaa')
  expect((await cartOf(page)).map(({ quantity }) => quantity)).toEqual([stock - 1, 1])
  await expect(page.getByText('One product is out of stock and not part of this order.')).toBeVisible()

  await page.getByRole('link', { name: 'Cart', exact: true }).click()
  const quantity = page.getByLabel(`Quantity of ${moisturizer}`, { exact: true })
  await quantity.fill('1')
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('Ama Serwaa')
  await placeOrder(page).click()
  await expectOrdered(page)
})

test('where nothing is left the page says so in view, however far below the button was', {
  tag: '@faults',
}, async ({ page, context, request }) => {
  await catchChats(context)
  await keepCart(page, request, [{ name: 'Kaolin Clay Mask', quantity: 1, stock: 1 }])
  await page.goto('/checkout')
  await fillCheckout(page)
  await placeOrder(page).click()
  await page.getByRole('button', { name: 'Change cart to what is left' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing in your cart can be ordered' })).toBeInViewport()
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)
})

test('an order whose answer was lost is not placed twice', async ({ page, context, request }) => {
  await catchChats(context)
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  const codes: string[] = []
  await page.route('**/api/orders/whatsapp', async (route) => {
    const answer = await route.fetch()
    codes.push((await answer.json()).tracking_code)
    if (codes.length === 1) await route.abort('connectionreset')
    else await route.fulfill({ response: answer })
  })
  await page.goto('/checkout')
  await fillCheckout(page)
  await placeOrder(page).click()
  await expect(toasts(page)).toContainText('Checkout failed')
  const panel = page.getByRole('main').getByRole('alert')
  await expect(panel).toContainText('There was an error processing your order. Please try again.')
  expect(await cartOf(page)).toHaveLength(1)

  await page.reload()
  await orderAtOnce(page)
  expect(codes).toHaveLength(2)
  expect(codes[0]).toBe(codes[1])
})

test('an earlier try that came through is told before anything else is ordered', { tag: '@faults' }, async ({
  page,
  context,
  request,
}) => {
  await catchChats(context)
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  await page.goto('/checkout')
  await fillCheckout(page)
  await page.route('**/api/orders/whatsapp', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await placeOrder(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Checkout failed')
  await page.unrouteAll()
  await page.getByLabel('Street, house or landmark').fill('House 15')
  await placeOrder(page).click()
  const panel = page.getByRole('alert').filter({ hasText: 'An earlier order was already received' })
  await expect(panel).toBeFocused()
  await placeOrder(page).click()
  await panel.getByRole('link', { name: 'Follow that order' }).click()
  await expect(page.getByRole('heading', { name: /^Order #\d+$/ })).toBeVisible()
})

test('an order without a connection keeps everything and goes through once it is back', {
  tag: '@faults',
}, async ({ page, context, request }) => {
  await catchChats(context)
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  await page.goto('/checkout')
  await fillCheckout(page)
  await context.setOffline(true)
  await placeOrder(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('We could not reach the shop.')
  await expect(page.getByLabel('Full name')).toHaveValue('Ama Serwaa')
  await context.setOffline(false)
  await placeOrder(page).click()
  await expectOrdered(page)
})
