import { expect } from '@playwright/test'
import { sizes } from './setup/office.ts'
import { withOwnShop } from './setup/own-shop.ts'
import { toasts } from './setup/page.ts'
import { catchChats, fillCheckout, keepCart, placeOrder } from './setup/shopping.ts'

const test = withOwnShop()
test.use({ viewport: sizes.phone })

test('an owner sets days, a customer chooses one, and everybody sees it', { tag: '@faults' }, async ({
  page,
  context,
  request,
  shop,
  signIn,
  expectUsable,
}) => {
  await page.setViewportSize(sizes.laptop)
  await signIn(shop.admin)
  await page.goto('/admin/settings#delivery_fees')
  const fees = page.getByRole('region', { name: 'Delivery fees' })
  await fees.getByRole('switch', { name: 'Customers choose a delivery day' }).check()
  const elsewhere = fees.getByRole('group', { name: /^Delivery days.*everywhere else/ })
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']) await elsewhere.getByLabel(day).check()
  await fees.getByLabel('Times').last().fill('9-12, 11-18')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(fees).toContainText('Please write times that do not overlap')
  await fees.getByLabel('Times').last().fill('9-12, 14-18')
  await fees.getByLabel('Most deliveries').last().fill('1')
  await expectUsable({ inBothColours: true })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toasts(page)).toContainText('Settings saved')

  await page.setViewportSize(sizes.phone)
  const chats = await catchChats(context)
  await keepCart(page, request, [{ name: 'Black Soap Clarifying Cleanser', quantity: 1 }])
  await page.goto('/checkout')
  await fillCheckout(page)
  const days = page.getByRole('group', { name: 'Delivery day' })
  await expect(days.getByRole('radio').first()).toBeChecked()
  const second = days.getByRole('radio').nth(1)
  await second.check()
  const chosen = await second.inputValue()
  await page.getByRole('group', { name: 'Time' }).getByRole('radio', { name: '14:00–18:00' }).check()
  await expectUsable({ inBothColours: true })

  // Somebody else is quicker.
  const quicker = { city: 'Kumasi', state: 'Ashanti', deliver_on: chosen, deliver_slot: '14-18' }
  const line = { product_id: (await (await request.get('/api/products')).json())[0].id, quantity: 1 }
  const data = {
    customer_name: 'Kofi',
    customer_phone: '0201234567',
    address: 'Here',
    ...quicker,
    items: [line],
  }
  expect((await request.post('/api/orders', { data })).status()).toBe(201)
  await placeOrder(page).click()
  await expect(page.getByRole('link', { name: /is not free any more/ })).toBeVisible()
  await expect(second).toBeChecked()
  const times = page.getByRole('group', { name: 'Time' })
  await expect(times.getByRole('radio', { name: '14:00–18:00' })).toBeDisabled()
  await expect(times.getByRole('radio', { name: '09:00–12:00' })).toBeChecked()
  await placeOrder(page).click()
  await expect.poll(() => chats[0] ?? '').toMatch(/\nDelivery day: \w{3}, \w{3} \d+, 09:00–12:00\n/)
  await expect(page).toHaveURL(/\/track-order/)
  await expect(page.getByText(/We bring it on \w{3}, \w{3} \d+, 09:00–12:00\./)).toBeVisible()

  const code = new URL(page.url()).searchParams.get('code') ?? ''
  await page.goto(`/admin/orders?q=${code}`)
  await page.getByRole('link', { name: code }).click()
  const drawer = page.getByRole('dialog', { name: `Order ${code}` })
  await expect(drawer.getByText(/To be brought on \w{3}, \w{3} \d+, 09:00–12:00\./)).toBeVisible()
})
