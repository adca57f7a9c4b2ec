import { type APIRequestContext, expect } from '@playwright/test'
import { formatDate } from '#rules/dates.ts'
import { colourOf } from './setup/page.ts'
import { buyer, findProduct } from './setup/shopping.ts'
import { test } from './setup/visit.ts'

const soap = 'Black Soap Clarifying Cleanser'

/** An order of this test alone. */
async function order(request: APIRequestContext) {
  const { id } = await findProduct(request, soap)
  const answer = await request.post('/api/orders/whatsapp', {
    data: {
      customer_name: buyer.name,
      customer_phone: buyer.phone,
      customer_email: 'ama@example.com',
      address: buyer.street,
      city: 'Kumasi',
      state: 'Ashanti',
      items: [{ product_id: id, quantity: 2 }],
    },
  })
  expect(answer.status()).toBe(201)
  const { id: orderId, tracking_code: code } = await answer.json()
  return { orderId, code: String(code) }
}

test('an order is found by its code, in whatever way it is typed', async ({
  page,
  request,
  expectAccessible,
}) => {
  const before = new Date()
  const { orderId, code } = await order(request)
  const after = new Date()
  await page.goto('/track-order')
  await page.getByLabel('Tracking code').fill(` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)}`)
  await page.getByRole('button', { name: 'Track', exact: true }).click()
  const heading = page.getByRole('heading', { name: `Order #${orderId}` })
  await expect(heading).toBeFocused()
  const main = page.getByRole('main')
  // Midnight, or a minute on a slow machine, may pass meanwhile.
  await expect(main).toContainText(new RegExp(`Placed(${formatDate(before)}|${formatDate(after)})`))
  await expect(main.getByText('Pending', { exact: true }).first()).toBeVisible()
  await expect(main).toContainText('PaymentPay on delivery')
  await expect(main).toContainText(`Shipping to${buyer.name}`)
  await expect(main).toContainText(/Last updated(just now|\d minutes? ago)/)
  await expect(main).toContainText('TotalGhs 141.00')
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0')
  for (const secret of [buyer.phone, '0241234567', 'ama@example.com', 'Shell', 'Kumasi', 'delivery PIN'])
    await expect(main).not.toContainText(secret)
  await expectAccessible()
})

test('whoever changes their mind cancels within the hour, with the phone number of the order', async ({
  page,
  request,
  expectUsable,
}) => {
  const { code } = await order(request)
  await page.goto(`/track-order?code=${code}`)
  await expectUsable({ again: true })
  await page.getByRole('button', { name: 'Cancel this order' }).click()
  const form = page.getByRole('form', { name: 'Cancel this order' })
  await form.getByLabel('Phone number of the order').fill('024 999 9999')
  await expectUsable({ again: true })
  await form.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(form).toContainText('This is not the phone number of this order.')
  await form.getByLabel('Phone number of the order').fill(buyer.phone)
  await form.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(page.getByRole('main')).toContainText('PaymentNothing to pay')
  await expect(page.getByRole('button', { name: 'Cancel this order' })).toHaveCount(0)
})

test('whoever wants one less changes the order within the hour, and sees before what it comes to', {
  tag: '@faults',
}, async ({ page, request, expectUsable }) => {
  const { code } = await order(request)
  await page.goto(`/track-order?code=${code}`)
  await page.getByRole('button', { name: 'Change this order' }).click()
  const form = page.getByRole('form', { name: 'Change this order' })
  await form.getByLabel('Phone number of the order').fill(buyer.phone)
  await form.getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByLabel('Full name')).toHaveValue(buyer.name)
  await form.getByRole('button', { name: `Decrease quantity of ${soap}` }).click()
  await form.getByLabel('Street, house or landmark').fill('House 5, behind the market')
  await form.getByRole('button', { name: 'Show what it comes to' }).click()
  const outcome = form.getByRole('region', { name: 'What it comes to' })
  await expect(outcome).toContainText('Total beforeGhs 141.00')
  await expect(outcome).toContainText('New totalGhs 93.00')
  await expect(outcome).toContainText('To be paid on delivery: Ghs 93.00.')
  await expectUsable()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { name: /^Order #/ })).toBeFocused()
  await expect(page.getByRole('main')).toContainText('TotalGhs 93.00')
  const timeline = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await expect(timeline.first()).toContainText('Changed')
  await expect(form).toHaveCount(0)
})

test('the progress follows the order, and a cancelled one turns red without ticks', async ({
  page,
  request,
  signIn,
  expectAccessible,
}) => {
  const { orderId, code } = await order(request)
  const token = await signIn('admin')
  for (const [status, percent] of [
    ['Processing', null],
    ['Shipped', '66'],
    ['Delivered', null],
    ['Cancelled', '100'],
  ] as const) {
    const answer = await request.put(`/api/orders/${orderId}`, {
      headers: { authorization: `Bearer ${token}` },
      data: { status },
    })
    expect(answer.status()).toBe(200)
    if (percent === null) continue
    await page.goto(`/track-order?code=${code}`)
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', percent)
    await expect(page.getByRole('main').locator('[aria-current=step]')).toContainText(status)
  }
  await expect(page.getByRole('main')).toContainText('PaymentNothing to pay')
  const bar = page.getByRole('progressbar')
  await expect(bar.locator('div')).toHaveCSS('background-color', await colourOf(page, '--destructive'))
  await expect(
    page
      .getByRole('list')
      .filter({ has: page.locator('[aria-current=step]') })
      .getByRole('listitem'),
  ).toContainText(['Pending', 'Processing', 'Shipped', 'Delivered', 'Cancelled'])
  const steps = page.getByRole('listitem').filter({ hasText: 'not reached' })
  await expect(steps).toHaveCount(4)
  const timeline = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await expect(timeline).toHaveCount(5)
  await expect(timeline.first()).toContainText('Cancelled')
  await expectAccessible({ again: true })
})

test('a code that nobody has, and none at all, are told plainly', async ({ page, expectAccessible }) => {
  const answer = await page.goto('/track-order?code=ZZZZZZ')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('alert').filter({ hasText: 'Order not found' })).toContainText(
    'Please check your tracking code and try again.',
  )
  await expectAccessible({ again: true })
  await page.getByLabel('Tracking code').fill('')
  await page.getByRole('button', { name: 'Track', exact: true }).click()
  await expect(page.getByText('Tracking code is required')).toBeVisible()
  await expect(page.getByLabel('Tracking code')).toBeFocused()
})

test('a code that is not found, an answer that is no good, or a network that is gone clears what was shown before', async ({
  page,
  request,
}) => {
  const { orderId, code } = await order(request)
  await page.goto(`/track-order?code=${code}`)
  const found = page.getByRole('heading', { name: `Order #${orderId}` })
  const notFound = page.getByRole('alert').filter({ hasText: 'Order not found' })
  const track = async (typed: string) => {
    await page.getByLabel('Tracking code').fill(typed)
    await page.getByRole('button', { name: 'Track', exact: true }).click()
  }
  await expect(found).toBeVisible()
  await track('ZZZZZZ')
  await expect(notFound).toBeVisible()
  await expect(found).toBeHidden()
  await track(code)
  await expect(found).toBeVisible()
  await page.route('**/track-order.data*', (route) => route.fulfill({ status: 500, body: '' }))
  await track('BBBBBB')
  await expect(notFound).toBeVisible()
  await expect(found).toBeHidden()
  await page.unrouteAll()
  await track(code)
  await expect(found).toBeVisible()
  await page.route('**/track-order.data*', (route) => route.abort('internetdisconnected'))
  await track('AAAAAA')
  await expect(notFound).toContainText('Please check your tracking code and try again.')
  await expect(found).toBeHidden()
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(notFound).toBeVisible()
})

test('an order can be followed without scripts', { tag: '@faults' }, async ({ browser, request }) => {
  const { orderId, code } = await order(request)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/track-order')
  await page.getByLabel('Tracking code').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Track', exact: true }).click()
  await expect(page.getByRole('heading', { name: `Order #${orderId}` })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Send order on WhatsApp' })).toBeVisible()
  await page.getByLabel('Tracking code').fill('')
  await page.getByRole('button', { name: 'Track', exact: true }).click()
  await expect(page.getByText('Tracking code is required')).toBeVisible()
  await context.close()
})

test('whoever guesses codes is asked to wait', { tag: '@faults' }, async ({ page }) => {
  for (let n = 0; n < 60; n++) await page.request.get(`/api/order-tracking/GUES${10 + n}`)
  expect((await page.goto('/track-order?code=AAAAA1'))?.status()).toBe(429)
  await expect(page.getByRole('alert').filter({ hasText: 'Too many tries' })).toBeVisible()
})
