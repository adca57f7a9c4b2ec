import { type BrowserContext, expect, type Route } from '@playwright/test'
import { awaitScripts } from './setup/page.ts'
import { catchChats, expectOrdered, fillCheckout, keepCart, laptop, placeOrder } from './setup/shopping.ts'
import { test } from './setup/visit.ts'

test.use(laptop)

const soap = 'Black Soap Clarifying Cleanser'

/** The codes of all orders that this browser was told about. */
function listCodes(context: BrowserContext): Set<string> {
  const codes = new Set<string>()
  context.on('response', async (answer) => {
    if (answer.request().method() !== 'POST' || !answer.url().includes('/api/orders')) return
    codes.add((await answer.json()).tracking_code)
  })
  return codes
}

/** Keeps orders on their way until so many have been sent, and lets them go at once. */
async function holdOrders(context: BrowserContext, count: number): Promise<() => Promise<void>> {
  const held: Route[] = []
  const { promise: areSent, resolve } = Promise.withResolvers<void>()
  await context.route('**/api/orders/whatsapp', (route) => {
    if (held.push(route) === count) resolve()
  })
  return async () => {
    await areSent
    await context.unroute('**/api/orders/whatsapp')
    await Promise.all(held.map((route) => route.continue()))
  }
}

test('going back, reloading and coming again place no second order; the same cart filled anew does', {
  tag: '@faults',
}, async ({ page, context, request }) => {
  await catchChats(context)
  const codes = listCodes(context)
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  await page.goto('/checkout')
  await fillCheckout(page)
  await placeOrder(page).click()
  await expectOrdered(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Order #\d+$/ })).toBeVisible()
  await page.goBack()
  await expect(placeOrder(page)).toHaveCount(0)
  await page.goto('/checkout')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  expect(codes.size).toBe(1)

  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  await page.goto('/checkout')
  await fillCheckout(page)
  await placeOrder(page).click()
  await expectOrdered(page)
  await expect.poll(() => codes.size).toBe(2)
})

test('two tabs that order one cart at once place one order; two devices of one account place one each', {
  tag: '@faults',
}, async ({ page, context, browser, request, newAccount, signIn }) => {
  const token = await signIn(await newAccount())
  await catchChats(context)
  const codes = listCodes(context)
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  const tab = await context.newPage()
  for (const each of [page, tab]) {
    await each.goto('/checkout')
    await fillCheckout(each)
  }
  const letGo = await holdOrders(context, 2)
  for (const each of [page, tab]) await placeOrder(each).click()
  await letGo()
  for (const each of [page, tab]) await expectOrdered(each)
  expect(codes.size).toBe(1)

  const phone = await browser.newContext()
  await awaitScripts(phone)
  await catchChats(phone)
  const codesOnPhone = listCodes(phone)
  const other = await phone.newPage()
  await other.addInitScript((value) => localStorage.setItem('jwt_token', value), token)
  await keepCart(other, request, [{ name: soap, quantity: 1 }])
  await other.goto('/checkout')
  await fillCheckout(other)
  await placeOrder(other).click()
  await expectOrdered(other)
  await expect.poll(() => codesOnPhone.size).toBe(1)
  expect([...codes, ...codesOnPhone]).toHaveLength(2)
  await phone.close()
})
