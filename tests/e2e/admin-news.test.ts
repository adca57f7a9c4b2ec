import { expect } from '@playwright/test'
import { withOwnShop } from './setup/own-shop.ts'
import { toasts } from './setup/page.ts'
import {
  buyElsewhere,
  catchChats,
  expectOrdered,
  fillCheckout,
  keepCart,
  placeOrder,
} from './setup/shopping.ts'

/** Nobody listens there: what goes to phones only waits. */
const test = withOwnShop({
  SMS_PROVIDER: 'arkesel',
  SMS_SENDER: 'AdomBeauty',
  SMS_KEY: 'secret-of-arkesel',
  MESSAGE_SERVICE_URL: 'http://127.0.0.1:9',
})

test.use({ viewport: { width: 360, height: 740 } })

test('the owner writes what customers are told: places come by buttons, a wrong one is refused, parts and price are counted', {
  tag: '@faults',
}, async ({ page, shop, signIn, expectAccessible }) => {
  await signIn(shop.admin)
  await page.goto('/admin/news')
  await page.getByLabel('Price of one SMS in cedis').fill('0.035')
  await page.getByText('On its way', { exact: true }).click()
  const card = page.locator('#shipped')
  const text = card.getByLabel('Text for phones')
  await expect(text).toHaveValue('order {code} is on its way. {pin}')
  await expect(card.getByRole('status')).toContainText('1 SMS')
  await expect(card.getByRole('status')).toContainText('Ghs 0.035')

  await text.fill('Mɛda wo ase: {kode}. ')
  await expect(card.getByRole('status')).toContainText('ɛ makes it longer')
  await page.getByRole('button', { name: 'Save changes' }).click()
  const summary = page.getByRole('group', { name: 'There is a problem' })
  await expect(summary.getByRole('link')).toHaveText([/\{kode\} means nothing in this message/])

  await text.fill('Parcel is on its way. ')
  await card.getByRole('button', { name: 'Rider and phone' }).first().click()
  await expect(text).toHaveValue('Parcel is on its way. {rider}')
  await expect(card).toContainText('Your rider: Kwabena, 024 123 4567.')
  await card.getByRole('switch', { name: 'E-mail' }).uncheck()
  await expectAccessible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toasts(page)).toContainText('News saved')
  await page.reload()
  await expect(card).toContainText('Own text')
  await expect(card).toContainText('SMS, WhatsApp')
  await expect(card).not.toContainText('E-mail,')
})

test('who orders chooses how to be told, among the ways that this shop has', { tag: '@faults' }, async ({
  page,
  context,
  request,
  expectAccessible,
}) => {
  await catchChats(context)
  await keepCart(page, request, [{ name: 'Black Soap Clarifying Cleanser', quantity: 1 }])
  await page.goto('/checkout')
  const updates = page.getByLabel('Order updates')
  await expect(updates.getByRole('option')).toHaveText(['SMS and email', 'Only SMS', 'Only Email'])
  await fillCheckout(page)
  await updates.selectOption('Only SMS')
  await expectAccessible()
  const sent = page.waitForRequest(
    (asked) => asked.method() === 'POST' && asked.url().includes('/api/orders'),
  )
  await placeOrder(page).click()
  expect((await sent).postDataJSON()).toMatchObject({ news_by: 'sms' })
  await expectOrdered(page)
})

test('a customer asks for offers, the owner sees people and price before one goes out, pauses and stops it; a link ends them', {
  tag: '@faults',
}, async ({ page, request, shop, signIn, expectUsable }) => {
  const { code, phone, id } = await buyElsewhere(request, 'Black Soap Clarifying Cleanser', 1)
  const token = await signIn(shop.admin)
  const headers = { authorization: `Bearer ${token}` }
  const delivered = await request.put(`/api/orders/${id}`, { headers, data: { status: 'Delivered' } })
  expect(delivered.status()).toBe(200)
  await page.goto(`/track-order?code=${code}`)
  await page.getByRole('button', { name: 'Get offers' }).click()
  await page.getByLabel('Phone number of the order').fill(phone)
  await page.getByRole('button', { name: 'Yes, send me offers' }).click()
  await expect(page.getByText('Our next offer comes to your phone')).toBeFocused()

  await page.goto('/admin/news')
  await page.getByRole('tab', { name: 'Offers' }).click()
  await expect(page.getByText('No offers yet')).toBeVisible()
  await page.getByRole('link', { name: 'Write an offer' }).click()
  const form = page.getByRole('dialog', { name: 'Add offer' })
  await form.getByLabel('Name', { exact: true }).fill('Easter')
  await form.getByLabel('To whom').selectOption('People who bought in the last 30 days')
  await form.getByLabel('Text', { exact: true }).fill('Hello ')
  await form.getByRole('button', { name: 'First name' }).click()
  await expect(form.getByText('Hello Akosua Stop: http')).toBeVisible()
  await expect(form.getByText('1 person, 1 SMS each')).toBeVisible()
  await expectUsable()
  await form.getByRole('button', { name: 'Save' }).click()
  const offer = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Easter' }) })
  await expect(offer).toContainText('SMS to people who bought in the last 30 days')
  await offer.getByRole('button', { name: 'Send a test to me' }).click()
  await expect(toasts(page)).toContainText('no confirmed phone number')

  await offer.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('dialog')).toContainText('1 person, 1 SMS each')
  await page.getByRole('button', { name: 'Start now' }).click()
  await expect(offer).toContainText('Being sent')
  await offer.getByRole('button', { name: 'Pause' }).click()
  await expect(offer).toContainText('Paused')
  await offer.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Stop it' }).click()
  await expect(offer).toContainText('Stopped')

  await page.goto('/stop/a-secret')
  await expect(page.getByRole('heading', { name: 'Our offers' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop the offers' }).click()
  await expect(page.getByText('No more offers will come.')).toBeFocused()
})
