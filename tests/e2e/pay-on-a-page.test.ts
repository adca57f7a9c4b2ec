import { expect } from '@playwright/test'
import { openFakePaystack } from '#server/testing/fake-paystack.ts'
import { type BareShop, openBareShop } from './setup/bare-shop.ts'
import { beginPayment, fillOnlineOrder, newPhone, title } from './setup/online-order.ts'
import type { SharedShop } from './setup/open-shop.ts'
import { placeOrder } from './setup/shopping.ts'
import { test as visit } from './setup/visit.ts'

const oil = 'Baobab Body Oil'

/** A shop whose payments go through a fake of Paystack. */
const test = visit.extend<{ shop: BareShop }>({
  shop: async ({ shops }, use, { file }) => {
    await use(await shops.open(file, openShop))
  },
  baseURL: async ({ shop }, use) => {
    await use(shop.address)
  },
})

async function openShop(): Promise<SharedShop<BareShop>> {
  const paystack = await openFakePaystack({ ownPages: true })
  const shop = await openBareShop(paystack.settings)
  await shop.shelve(oil)
  return {
    value: shop,
    async close() {
      await shop.close()
      await paystack.goDown()
    },
  }
}

// One shop for all of them.
test.describe.configure({ mode: 'serial' })

test('whoever leaves the page unpaid tries again at once, pays on a new page and follows the order', {
  tag: '@faults',
}, async ({ page, request, expectAccessible }) => {
  await fillOnlineOrder(page, request, oil, newPhone())
  await placeOrder(page).click()
  await page.getByRole('link', { name: 'Leave' }).click()
  await expect(title(page, 'Finish your payment')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go on to the payment page' })).toBeVisible()
  await expectAccessible()
  const left = page.url()
  await page.getByRole('button', { name: 'Try again on a new page' }).click()
  await page.getByRole('link', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL(/\/(pay|track-order)/)
  expect(page.url()).not.toBe(left)
  await expect(page.getByRole('main')).toContainText('PaymentPaid')
})

test('a payment that fails on the page says so, and the order can be paid on delivery', {
  tag: '@faults',
}, async ({ page, request }) => {
  await fillOnlineOrder(page, request, oil, newPhone())
  await placeOrder(page).click()
  await page.getByRole('link', { name: 'Fail' }).click()
  await expect(title(page, 'The payment did not go through')).toBeVisible()
  await page.getByRole('button', { name: 'Pay on delivery by WhatsApp instead' }).click()
  await expect(page.getByRole('main')).toContainText('PaymentPay on delivery')
})

const screens = [
  ['expired_local', 'We have not seen your approval yet', ''],
  ['review', 'We are checking your payment', ''],
  ['questioned', 'There is a question about your payment', ''],
  ['refund_due', 'Your money comes back to you', ''],
  ['refund_pending', 'Your money is on its way back', ''],
  ['partially_refunded', 'A part of your money was sent back', ', refunded_amount = 1000'],
  ['refunded', 'Your money was sent back', ', refunded_amount = amount'],
] as const

test('every rare state of a payment is told in words that everybody can read', { tag: '@faults' }, async ({
  page,
  request,
  shop,
  expectAccessible,
}) => {
  const { reference } = await beginPayment(request, oil)
  for (const [stage, words, also] of screens) {
    await shop.run(
      `update payments set stage = $2, next_check_at = null, told_amount = amount${also} where reference = $1`,
      [reference, stage],
    )
    await page.goto(`/pay/${reference}`)
    await expect(title(page, words)).toBeVisible()
    await expectAccessible()
  }
})
