import { expect, type Page } from '@playwright/test'
import { findSmallTargets } from './setup/accessibility.ts'
import {
  answerPhone,
  beginPayment,
  fillOnlineOrder,
  newPhone,
  orderOnline,
  title,
} from './setup/online-order.ts'
import { awaitScripts, holdBack, listWrites, toasts } from './setup/page.ts'
import { cartOf, placeOrder } from './setup/shopping.ts'
import { leftToFaults, test } from './setup/visit.ts'

const sunscreen = 'Aloe Mineral Sunscreen SPF 50'
const awaiting = 'Approve the payment on your phone'

test('a visitor orders online, approves on the phone and follows the paid order', async ({
  page,
  request,
  expectAccessible,
}) => {
  const written = listWrites(page)
  await page.clock.install()
  const { phone } = await orderOnline(page, request, sunscreen)
  await expect(toasts(page)).toContainText('Redirecting to payment')
  await expect(title(page, awaiting)).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText('Ghs 210.00 to Adom Beauty')
  await expect(main).toContainText(`Prompt sent to ${phone.slice(0, 3)} *** *${phone.slice(-3)}`)
  await expect(main.getByRole('listitem')).toHaveText([/Unlock/, /Open/, /PIN/])
  await expect(main).toContainText('No prompt? Dial *170#, then My Wallet, My Approvals.')
  await expect(page.getByText('Test payment, no money moves')).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expectAccessible()
  expect(await findSmallTargets(page)).toEqual([])
  expect(await cartOf(page)).toEqual([])
  expect(written).toEqual(['/api/orders', '/api/payments/mtn_momo'])

  // The order opens by itself after two seconds, which pass at once, and not before the look at what stands there until then.
  const letGo = await holdBack(page, '**/track-order.data*')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(title(page, 'Payment received')).toBeVisible()
  await expectAccessible({ again: true })
  await page.clock.runFor(2_000)
  letGo()
  await expect(page).toHaveURL(/\/track-order\?code=[A-Z0-9]{6}$/)
  await expect(main).toContainText('PaymentPaid')
  await expect(main).toContainText('Payment received')
  await expect(page.getByRole('link', { name: 'Continue payment' })).toBeHidden()
})

test('a declined payment says why, and the order can be paid on delivery instead', {
  tag: '@faults',
}, async ({ page, request, expectAccessible }) => {
  await orderOnline(page, request, sunscreen)
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(title(page, 'The payment did not go through')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('You declined the payment.')
  await expectAccessible()
  expect(await findSmallTargets(page)).toEqual([])
  await page.getByRole('button', { name: 'Pay on delivery by WhatsApp instead' }).click()
  await expect(page).toHaveURL(/\/track-order\?code=[A-Z0-9]{6}$/)
  await expect(page.getByRole('main')).toContainText('PaymentPay on delivery')
  const chat = page.getByRole('link', { name: 'Send order on WhatsApp' })
  await expect(chat).toHaveAttribute('href', /Payment%3A%20Pay%20on%20delivery/)
})

test('a declined payment can be tried again, with the same number or with another', async ({
  page,
  request,
}) => {
  const { phone, reference } = await orderOnline(page, request, sunscreen)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page
    .getByRole('button', { name: `Try again with ${phone.slice(0, 3)} *** *${phone.slice(-3)}` })
    .click()
  await expect(page).not.toHaveURL(new RegExp(reference))
  await expect(title(page, awaiting)).toBeVisible()

  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('button', { name: 'Use another number' }).click()
  const number = page.getByLabel('MTN MoMo number')
  await number.fill('12')
  await page.getByRole('button', { name: 'Send the prompt there' }).click()
  await expect(page.getByText('Enter a valid MTN MoMo number')).toBeVisible()
  await expect(number).toBeFocused()
  await number.fill('055 123 4567')
  await page.getByRole('button', { name: 'Send the prompt there' }).click()
  await expect(page.getByRole('main')).toContainText('Prompt sent to 055 *** *567')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.getByRole('main')).toContainText('Payment received')
})

test('whoever closed the tab finds the way back by the code; a stranger with the code does not', {
  tag: '@faults',
}, async ({ page, context, browser, request }) => {
  const { reference } = await orderOnline(page, request, sunscreen)
  const code = await page
    .getByRole('main')
    .getByText(/^[A-Z0-9]{6}$/)
    .textContent()
  await page.close()

  const stranger = await browser.newContext()
  await awaitScripts(stranger)
  const elsewhere = await stranger.newPage()
  await elsewhere.goto(`/track-order?code=${code}`)
  await expect(elsewhere.getByRole('main')).toContainText('PaymentAwaiting payment')
  await expect(elsewhere.getByRole('link', { name: 'Continue payment' })).toHaveCount(0)
  await stranger.close()

  const again = await context.newPage()
  await again.goto(`/track-order?code=${code}`)
  await again.getByRole('link', { name: 'Continue payment' }).click()
  await expect(again).toHaveURL(`/pay/${reference}`)
  await again.reload()
  await expect(again.getByRole('timer')).toContainText(/^[0-4]:\d\d left$/)
  await again.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(again).toHaveURL(`/track-order?code=${code}`)
})

test('whoever goes back from the payment finds the order that waits and the way to pay for it, until it is paid', {
  tag: '@faults',
}, async ({ page, request, expectAccessible }) => {
  const { reference } = await orderOnline(page, request, sunscreen)
  await page.goBack()
  await expect(title(page, 'Your order waits for its payment')).toBeVisible()
  await expectAccessible()
  await page.goto('/cart')
  await expect(page.getByRole('main')).toContainText(/Order [A-Z0-9]{6}, Ghs 210.00, waits for its payment/)
  await page.getByRole('link', { name: 'Continue payment' }).click()
  await page.getByRole('link', { name: 'Continue payment' }).click()
  await expect(page).toHaveURL(`/pay/${reference}`)
  await answerPhone(request, reference, 'approve')
  await page.goBack()
  await expect(title(page, 'Checkout')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Your cart is empty')
})

test('a lost network keeps what was known, and the answer is seen once it is back', {
  tag: '@faults',
}, async ({ page, context, request }) => {
  const { reference } = await beginPayment(request, sunscreen)
  await page.goto(`/pay/${reference}`)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'I have approved' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('We could not reach the shop.')
  await expect(page.getByText('We cannot reach the shop at the moment.')).toBeVisible()
  await expect(title(page, awaiting)).toBeVisible()
  await answerPhone(request, reference, 'approve')
  const letGo = await holdBack(page, '**/track-order.data*')
  await context.setOffline(false)
  await expect(title(page, 'Payment received')).toBeVisible()
  await expect(page.getByText('We cannot reach the shop at the moment.')).toBeHidden()
  letGo()
})

test('whoever says to have approved too early is told that nothing is lost, and may pay at the door after all', {
  tag: '@faults',
}, async ({ page, request, expectAccessible }) => {
  const { reference, code } = await beginPayment(request, sunscreen)
  await page.goto(`/pay/${reference}`)
  await page.getByRole('button', { name: 'I have approved' }).click()
  await expect(
    page.getByText(
      `We have not seen your approval yet. If money left your wallet, it is safe: order ${code}.`,
    ),
  ).toBeVisible()
  await expectAccessible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectAccessible()
  await page.getByRole('button', { name: 'Pay on delivery by WhatsApp instead' }).click()
  await expect(toasts(page)).toContainText('Decline the prompt on your phone')
  await expect(page.getByRole('main')).toContainText('PaymentPay on delivery')
  await page.goto(`/pay/${reference}`)
  await expect(title(page, 'You pay on delivery')).toBeVisible()
  await expectAccessible()
})

test('the page looks again and again, rests while nobody sees it and looks at once when somebody does', {
  tag: '@faults',
}, async ({ page, request }) => {
  const { reference } = await beginPayment(request, sunscreen)
  let looks = 0
  page.on('request', (each) => each.url().endsWith(`/api/payments/${reference}`) && looks++)
  await page.clock.install()
  await page.goto(`/pay/${reference}`)
  const lookTwice = async () => {
    await page.clock.runFor(3_000)
    return looks
  }
  await expect.poll(lookTwice).toBeGreaterThanOrEqual(2)
  await pretend(page, 'hidden')
  const seen = looks
  await page.clock.runFor(60_000)
  expect(looks).toBe(seen)
  const looked = page.waitForResponse(`**/api/payments/${reference}`)
  await pretend(page, 'visible')
  await looked
  expect(looks).toBe(seen + 1)
})

function pretend(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  return page.evaluate((now) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: now === 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

for (const [what, answer, words] of [
  [
    'the server’s words',
    { status: 502, json: { error: 'We could not take the payment now.', code: 'payment_failed' } },
    'We could not take the payment now.',
  ],
  ['that no payment was begun', { status: 200, json: {} }, 'Failed to initiate payment'],
  ['that nobody was reached', null, 'Could not connect to payment gateway.'],
] as const) {
  test(
    `a payment that does not begin is told with ${what}, keeps the order and never orders twice`,
    leftToFaults(answer?.status !== 502),
    async ({ page, request, expectAccessible }) => {
      const orders: string[] = []
      page.on('request', (each) => each.url().endsWith('/api/orders') && orders.push(each.url()))
      await page.route('**/api/payments/mtn_momo', (route) =>
        answer ? route.fulfill(answer) : route.abort(),
      )
      await fillOnlineOrder(page, request, sunscreen, newPhone())
      await placeOrder(page).click()
      await expect(toasts(page)).toContainText('Payment failed')
      await expect(page.getByRole('main').getByRole('alert')).toContainText(words)
      await expect(title(page, 'Your order is in, the payment is next')).toBeVisible()
      await expectAccessible({ again: true })
      expect(await cartOf(page)).toEqual([])
      await page.reload()
      await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible()
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Pay now' }).dblclick()
      await expect(title(page, awaiting)).toBeVisible()
      expect(orders).toHaveLength(1)
    },
  )
}

test('a link that leads to no payment says so and shows the way on', { tag: '@faults' }, async ({
  page,
  expectAccessible,
}) => {
  const answer = await page.goto('/pay/3fa85f64-5717-4562-b3fc-2c963f66afa6')
  expect(answer?.status()).toBe(404)
  await expect(title(page, 'Payment not found')).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'Track your order' }).click()
  await expect(page).toHaveURL('/track-order')
})

test('the page of a payment fits every screen and can be read without scripts', { tag: '@faults' }, async ({
  browser,
  request,
}) => {
  const { reference } = await beginPayment(request, sunscreen)
  for (const width of [320, 1280]) {
    const context = await browser.newContext({ viewport: { width, height: 800 }, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`/pay/${reference}`)
    await expect(title(page, awaiting)).toBeVisible()
    const wide = page.getByRole('banner')
    expect((await wide.boundingBox())?.width).toBe(width)
    await expect(page.getByRole('timer')).toContainText(/^[45]:\d\d left$/)
    await context.close()
  }
})
