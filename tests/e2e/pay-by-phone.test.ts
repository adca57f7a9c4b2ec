import { expect } from '@playwright/test'
import { type FakeMtn, openFakeMtn } from '#server/testing/fake-mtn.ts'
import { type BareShop, openBareShop } from './setup/bare-shop.ts'
import { fillOnlineOrder, newPhone, orderOnline, title } from './setup/online-order.ts'
import type { SharedShop } from './setup/open-shop.ts'
import { toasts } from './setup/page.ts'
import { placeOrder } from './setup/shopping.ts'
import { test as visit } from './setup/visit.ts'

const oil = 'Baobab Body Oil'

/** A shop whose payments go through a fake of MTN. */
const test = visit.extend<{ shop: BareShop & { mtn: FakeMtn } }>({
  shop: async ({ shops }, use, { file }) => {
    await use(await shops.open(file, openShop))
  },
  baseURL: async ({ shop }, use) => {
    await use(shop.address)
  },
})

async function openShop(): Promise<SharedShop<BareShop & { mtn: FakeMtn }>> {
  const mtn = await openFakeMtn({ clock: () => new Date(), callbackHost: '127.0.0.1' })
  const shop = await openBareShop(mtn.settings)
  await shop.shelve(oil)
  return {
    value: { ...shop, mtn },
    async close() {
      await shop.close()
      await mtn.goDown()
    },
  }
}

// One shop for all of them.
test.describe.configure({ mode: 'serial' })

const international = (phone: string) => `233${phone.slice(1)}`

test('a prompt that nobody answered in time is over, and another number pays', { tag: '@faults' }, async ({
  page,
  request,
  shop,
  expectAccessible,
}) => {
  const [first, second] = [newPhone(), newPhone()]
  shop.mtn.plan(international(first), { status: 'FAILED', reason: 'EXPIRED', secondsPending: 2 })
  await orderOnline(page, request, oil, first)
  await expect(title(page, 'Approve the payment on your phone')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Decline' })).toHaveCount(0)
  await expect(title(page, 'The time to approve is over')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('is still kept for you')
  await expectAccessible()
  await page.getByRole('button', { name: 'Use another number' }).click()
  await page.getByLabel('MTN MoMo number').fill(second)
  await page.getByRole('button', { name: 'Send the prompt there' }).click()
  await expect(page.getByRole('main')).toContainText('PaymentPaid')
})

test('a gateway that is away does not lose the order, which is paid once it is back', {
  tag: '@faults',
}, async ({ page, request, shop }) => {
  await shop.mtn.goDown()
  shop.mtn.forgetTokens()
  await fillOnlineOrder(page, request, oil, newPhone())
  await placeOrder(page).click()
  await expect(toasts(page)).toContainText('Could not connect to payment gateway.')
  const panel = page.getByRole('main').getByRole('alert')
  await expect(panel).toContainText('Payment failed')
  await expect(panel).toBeFocused()
  await page.getByRole('link', { name: 'Follow your order' }).click()
  await expect(page.getByRole('main')).toContainText('PaymentPayment failed')
  await page.getByRole('link', { name: 'Try the payment again' }).click()
  await shop.mtn.comeBack()
  await page.getByRole('button', { name: 'Pay now' }).click()
  await expect(page.getByRole('main')).toContainText('PaymentPaid')
})

test('whoever orders with a number from abroad gives that of a wallet and gets the prompt there', {
  tag: '@faults',
}, async ({ page, request, shop, expectAccessible }) => {
  await fillOnlineOrder(page, request, oil, '+44 7911 123456')
  await expect(page.getByText('The phone number above must be your mobile money number.')).toBeVisible()
  await placeOrder(page).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('alert').first()).toContainText('cannot send a prompt to this phone number')
  await expect(main.getByText('Enter a valid MTN MoMo number')).toBeVisible()
  await expectAccessible()
  const phone = newPhone()
  shop.mtn.plan(international(phone), { secondsPending: Number.POSITIVE_INFINITY, callbacks: [] })
  await page.getByLabel('MTN MoMo number').fill(phone)
  await page.getByRole('button', { name: 'Send the prompt there' }).click()
  await expect(main).toContainText(`Prompt sent to ${phone.slice(0, 3)} *** *${phone.slice(-3)}`)
})

test('whoever cannot start a payment pays on delivery: the shop itself changes the order', {
  tag: '@faults',
}, async ({ page, request }) => {
  await fillOnlineOrder(page, request, oil, '+44 7911 123457')
  await placeOrder(page).click()
  await page.getByRole('button', { name: 'Pay on delivery by WhatsApp instead' }).click()
  await expect(page).toHaveURL(/\/track-order\?code=/)
  await expect(page.getByRole('main')).toContainText('PaymentPay on delivery')
  await expect(page.getByRole('link', { name: 'Send order on WhatsApp' })).toBeVisible()
})
