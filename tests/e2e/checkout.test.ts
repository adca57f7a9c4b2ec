import { expect } from '@playwright/test'
import { colourOf, holdScripts } from './setup/page.ts'
import {
  buyer,
  catchChats,
  city,
  expectOrdered,
  fillCheckout,
  keepCart,
  placeOrder,
} from './setup/shopping.ts'
import { test } from './setup/visit.ts'

const soap = 'Black Soap Clarifying Cleanser'

test('nothing is sent while something is missing, and the summary leads to each field', async ({
  page,
  request,
  expectAccessible,
}) => {
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  await page.goto('/checkout')
  await page.getByLabel('Email').fill('ama@')
  await placeOrder(page).click()
  const summary = page.getByRole('group', { name: 'There is a problem' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText([
    'Full name is required',
    'Phone number is required',
    'Invalid email address',
    'State is required',
    'City is required',
    'Street address is required',
  ])
  await expectAccessible()
  await summary.getByRole('link', { name: 'City is required' }).click()
  await expect(city(page)).toBeFocused()
  await page.getByRole('radio', { name: 'Pick up by Personal Rider' }).check()
  await expect(summary.getByRole('link', { name: 'Street address is required' })).toBeHidden()
})

test('an order that the shop did not take stands in red above the form, and everything typed stays', {
  tag: '@faults',
}, async ({ page, request }) => {
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  await page.goto('/checkout')
  await fillCheckout(page)
  await page.route('**/api/orders/whatsapp', (route) => route.fulfill({ json: {} }))
  await placeOrder(page).click()
  const panel = page.getByRole('main').getByRole('alert').filter({ hasText: 'Order creation failed' })
  await expect(panel).toContainText('Could not create order in store')
  await expect(panel).toHaveCSS('border-color', await colourOf(page, '--destructive'))
  await expect(page.getByLabel('Full name')).not.toHaveValue('')
  await page.unrouteAll()
  await page.route('**/api/orders/whatsapp', (route) => route.fulfill({ status: 500, body: '' }))
  await placeOrder(page).click()
  const failed = page.getByRole('main').getByRole('alert').filter({ hasText: 'Failed to create order' })
  await expect(failed).toHaveCSS('border-color', await colourOf(page, '--destructive'))
})

test('the form asks who, where to, how it is delivered and how it is paid, beside the order itself', async ({
  page,
  request,
}) => {
  await keepCart(page, request, [{ name: soap, quantity: 2 }])
  await page.goto('/checkout')
  for (const part of ['Customer Information', 'Shipping Address', 'Delivery Options', 'Payment Method'])
    await expect(page.getByRole('heading', { level: 2, name: part })).toBeVisible()
  const address = page.getByRole('region', { name: 'Shipping Address' })
  await expect(address.getByLabel('State / Region')).toBeVisible()
  await expect(address.getByRole('combobox', { name: 'City' })).toBeVisible()
  await expect(address.getByLabel('Street, house or landmark')).toBeVisible()
  await expect(address.getByLabel('Zip / GhanaPost GPS (optional)')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Delivery service/ })).toBeChecked()
  // This shop offers no pickup.
  await expect(page.getByRole('radio', { name: /^Collect at the shop/ })).toHaveCount(0)
  await expect(page.getByRole('radio', { name: /^Order via WhatsApp, pay on delivery/ })).toBeChecked()
  const summary = page.getByRole('region', { name: 'Order summary' })
  await expect(summary).toContainText('SubtotalGhs 96.00')
  await expect(summary).toContainText('Delivery')
  await expect(summary).toContainText('Total')
})

test('who lives in Osu pays what the fee table says of Osu, and what was typed stays as it was', async ({
  page,
  request,
}) => {
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  await page.goto('/checkout')
  const bill = page.getByRole('region', { name: 'Order summary' })
  const bar = page.locator('form p').filter({ has: page.getByText('Before delivery', { exact: true }) })
  await expect(bar).toContainText('Ghs 48.00')
  await page.getByLabel('State / Region').selectOption('Greater Accra')
  await city(page).fill('Madina')
  await expect(bar).toBeHidden()
  await page.getByLabel('Street, house or landmark').fill('Oxford Street')
  await expect(bill).toContainText('Ghs 45.00 outside Accra')
  await city(page).fill('os')
  await page.getByRole('option', { name: 'Osu, Accra' }).click()
  await expect(city(page)).toHaveValue('Osu, Accra')
  await expect(page.getByLabel('Street, house or landmark')).toHaveValue('Oxford Street')
  await expect(bill).toContainText('Free in Osu')
  await page.getByRole('radio', { name: 'Pick up by Personal Rider' }).check()
  await expect(bill.getByText('Delivery')).toBeHidden()
})

test('a signed-in customer finds the form filled in from the profile', async ({
  page,
  request,
  newAccount,
  signIn,
}) => {
  const account = await newAccount()
  const token = await signIn(account)
  const answer = await request.put('/api/profile', {
    headers: { authorization: `Bearer ${token}` },
    multipart: {
      full_name: 'Esi Mensah',
      phone: '0201234567',
      shipping_address: 'House 9, Ridge',
      city: 'Kumasi',
      state: 'Ashanti',
    },
  })
  expect(answer.status()).toBe(200)
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  await page.goto('/checkout')
  await expect(page.getByLabel('Full name')).toHaveValue('Esi Mensah')
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await expect(city(page)).toHaveValue('Kumasi')
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('Ghs 45.00 outside Accra')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('')
  await expect(page.getByLabel('Full name')).toBeFocused()
})

test('saved details that come late are written only where the customer has not been', {
  tag: '@faults',
}, async ({ page, request, newAccount, signIn }) => {
  const account = await newAccount()
  const headers = { authorization: `Bearer ${await signIn(account)}` }
  const multipart = { full_name: 'Esi Mensah', phone: '0201234567', city: 'Kumasi', state: 'Ashanti' }
  expect((await request.put('/api/profile', { headers, multipart })).status()).toBe(200)
  const mayCome = Promise.withResolvers<void>()
  await page.route('**/api/profile/email/**', async (route) => {
    await mayCome.promise
    await route.continue()
  })
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  const asked = page.waitForRequest('**/api/profile/email/**')
  await page.goto('/checkout')
  await asked
  await page.getByRole('textbox', { name: 'Phone' }).fill('024')
  await page.getByRole('textbox', { name: 'Phone' }).fill('')
  await page.getByLabel('Street, house or landmark').focus()
  mayCome.resolve()
  await expect(page.getByLabel('Full name')).toHaveValue('Esi Mensah')
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('')
  await expect(city(page)).toHaveValue('')
})

test('a profile that cannot be had is no trouble', async ({ page, request, newAccount, signIn }) => {
  await signIn(await newAccount())
  await page.route('**/api/profile/email/**', (route) => route.fulfill({ status: 500 }))
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  const refused = page.waitForResponse('**/api/profile/email/**')
  await page.goto('/checkout')
  await refused
  await expect(page.getByLabel('Full name')).toHaveValue('')
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
})

test('the phone remembers the details of an order only if that is wanted', { tag: '@faults' }, async ({
  page,
  context,
  request,
}) => {
  await catchChats(context)
  for (const [isWanted, remembered] of [
    [true, ''],
    [false, buyer.name],
  ] as const) {
    await keepCart(page, request, [{ name: soap, quantity: 1 }])
    await page.goto('/checkout')
    await expect(page.getByLabel('Full name')).toHaveValue(remembered)
    await fillCheckout(page)
    await page.getByLabel('Remember my details on this phone').setChecked(isWanted)
    await placeOrder(page).click()
    await expect(page).toHaveURL(/track-order/)
    await keepCart(page, request, [{ name: soap, quantity: 1 }])
    await page.goto('/checkout')
    await expect(city(page)).toHaveValue('Kumasi')
    await expect(page.getByLabel('Full name')).toHaveValue(isWanted ? buyer.name : '')
  }
})

test('what was typed before the scripts came is still there, and counts', { tag: '@faults' }, async ({
  page,
  context,
  request,
}) => {
  await catchChats(context)
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  const letGo = await holdScripts(page)
  await page.goto('/checkout', { waitUntil: 'load' })
  await fillCheckout(page, { region: 'Greater Accra', city: 'Tema' })
  await page.getByRole('radio', { name: 'Pick up by Personal Rider' }).check()
  await page.getByLabel('Remember my details on this phone').uncheck()
  await placeOrder(page).click()
  letGo()
  await expectOrdered(page)
  await expect(page).toHaveURL(/track-order/)
  await expect(page.getByRole('main')).toContainText('TotalGhs 48.00')
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  await page.goto('/checkout')
  await expect(city(page)).toHaveValue('Tema')
  await expect(page.getByLabel('Full name')).toHaveValue('')
})

test('where the scripts got lost, the tap that opens the page anew loses nothing that was typed', {
  tag: '@faults',
}, async ({ page, request }) => {
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  await page.route('**/assets/*.js', (route) => route.abort())
  const lost = page.waitForEvent('requestfailed')
  await page.goto('/checkout', { waitUntil: 'load' })
  await lost
  await fillCheckout(page)
  await page.unrouteAll()
  const reloaded = page.waitForEvent('load')
  await placeOrder(page).click()
  await reloaded
  await expect(page.getByLabel('Full name')).toHaveValue(buyer.name)
  await expect(page.getByLabel('State / Region')).toHaveValue('Ashanti')
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('Ghs 45.00 outside Accra')
})
