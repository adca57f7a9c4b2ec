import { expect } from '@playwright/test'
import { buyer, catchChats, city, fillCheckout, keepCart, placeOrder } from './setup/basket.ts'
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

test('who lives in Osu lives in Accra and pays nothing for delivery', async ({ page, request }) => {
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  await page.goto('/checkout')
  const bill = page.getByRole('region', { name: 'Order summary' })
  await page.getByLabel('State / Region').selectOption('Greater Accra')
  await city(page).fill('Madina')
  await page.getByLabel('Street, house or landmark').fill('Oxford Street')
  await expect(bill).toContainText('Ghs 45.00 outside Accra')
  await city(page).fill('os')
  await page.getByRole('option', { name: 'Osu, Accra' }).click()
  await expect(city(page)).toHaveValue('Accra')
  await expect(page.getByLabel('Street, house or landmark')).toHaveValue('Oxford Street, Osu')
  await expect(bill).toContainText('Free in Accra')
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

test('a profile that cannot be had is no trouble', async ({ page, request, newAccount, signIn }) => {
  await signIn(await newAccount())
  await page.route('**/api/profile/email/**', (route) => route.fulfill({ status: 500 }))
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  await page.goto('/checkout', { waitUntil: 'networkidle' })
  await expect(page.getByLabel('Full name')).toHaveValue('')
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
})

test('the phone remembers the details of an order only if that is wanted', async ({
  page,
  context,
  request,
}) => {
  await catchChats(context)
  for (const isWanted of [true, false]) {
    await keepCart(page, request, [{ name: soap, quantity: 1 }])
    await page.goto('/checkout')
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
