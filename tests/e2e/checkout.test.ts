import { expect } from '@playwright/test'
import { colourOf, holdScripts, toasts } from './setup/page.ts'
import { buyer, catchChats, city, fillCheckout, keepCart, placeOrder } from './setup/shopping.ts'
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
  await page.getByLabel('State / Region').selectOption('Greater Accra')
  await city(page).fill('Madina')
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

test('a sign-in that ended while the form was filled in leads to the login and back, with everything that was typed', {
  tag: '@faults',
}, async ({ page, context, request, newAccount, signIn }) => {
  await catchChats(context)
  const account = await newAccount()
  const token = await signIn(account)
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  await page.goto('/checkout')
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await fillCheckout(page)
  await page.getByRole('radio', { name: 'Pick up by Personal Rider' }).check()
  const revoked = await request.post('/api/auth/signout', { headers: { authorization: `Bearer ${token}` } })
  expect(revoked.ok()).toBe(true)
  await placeOrder(page).click()
  await expect(page).toHaveURL('/login?from=%2Fcheckout')
  await expect(toasts(page)).toContainText('Please sign in again')
  await page.getByLabel('Email', { exact: true }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByLabel('Full name')).toHaveValue(buyer.name)
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue(buyer.phone)
  await expect(page.getByLabel('Street, house or landmark')).toHaveValue(buyer.street)
  await expect(page.getByRole('radio', { name: 'Pick up by Personal Rider' })).toBeChecked()
  await placeOrder(page).click()
  await expect(page.getByRole('heading', { name: 'Order placed successfully' })).toBeVisible()
  const again = await signIn(account)
  const answer = await request.get(`/api/orders/user/${account.email}`, {
    headers: { authorization: `Bearer ${again}` },
  })
  expect((await answer.json()).orders).toHaveLength(1)
})

test('a phone that is handed on when a sign-in has ended shows nobody else what was typed, and its owner finds it again', {
  tag: '@faults',
}, async ({ page, request, newAccount, signIn }) => {
  const owner = await newAccount()
  const other = await newAccount()
  await signIn(owner)
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  await page.goto('/checkout')
  await expect(page.getByLabel('Email')).toHaveValue(owner.email)
  await fillCheckout(page)
  const fields = [
    page.getByLabel('Full name'),
    page.getByLabel('Email'),
    page.getByRole('textbox', { name: 'Phone' }),
    page.getByLabel('State / Region'),
    city(page),
    page.getByLabel('Street, house or landmark'),
  ]
  const expectEmpty = () => Promise.all(fields.map((field) => expect(field).toHaveValue('')))
  const endElsewhere = async () => {
    const token = await page.evaluate(() => localStorage.getItem('jwt_token'))
    const end = await request.post('/api/auth/signout', { headers: { authorization: `Bearer ${token}` } })
    expect(end.ok()).toBe(true)
    const isRefused = page.waitForResponse((answer) => answer.status() === 401)
    await page.reload()
    await isRefused
  }
  await endElsewhere()
  await expectEmpty()
  await page.getByLabel('Full name').fill('A guest')
  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue('A guest')

  const enter = async (account: typeof owner) => {
    await page.goto('/login?from=%2Fcheckout')
    await page.getByLabel('Email', { exact: true }).fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/checkout')
    await expect(page.getByLabel('Email')).toHaveValue(account.email)
  }
  await enter(owner)
  await expect(page.getByLabel('Full name')).toHaveValue(buyer.name)
  await expect(page.getByLabel('Street, house or landmark')).toHaveValue(buyer.street)
  await endElsewhere()
  // Nor what was typed before the sign-in: nobody knows whether it was the same person.
  await expectEmpty()
  await enter(other)
  await page.getByLabel('Email').fill('')
  await expectEmpty()
})

test('a tab that was on another site while its person signed out shows nothing of them any more', {
  tag: '@faults',
}, async ({ page, context, request, newAccount, signIn }) => {
  await catchChats(context)
  await signIn(await newAccount())
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/contact', { waitUntil: 'load' })
  await page.getByLabel('Name', { exact: true }).fill(buyer.name)
  // The scripts are lost: the page is loaded again, with what was typed.
  const again = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await again
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(buyer.name)
  // Now that page is lost, too.
  await page.route('**/contact', (route) => route.abort())
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveCount(0)
  await page.unrouteAll()
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  await page.goto('/checkout')
  await fillCheckout(page)
  await placeOrder(page).click()
  await expect(page.getByRole('heading', { name: 'Order placed successfully' })).toBeVisible()
  const placed = page.url()
  await page.goto('about:blank')

  const other = await context.newPage()
  await other.goto('/account')
  await other.getByRole('button', { name: 'Sign Out' }).click()
  await expect(toasts(other)).toContainText('You have been logged out successfully.')
  await page.goto(placed)
  await expect(page.getByRole('main')).not.toContainText(buyer.name)
  await expect(page.getByRole('link', { name: 'Send order on WhatsApp' })).toHaveCount(0)
  await page.goto('/contact')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
})

test('tabs that stay open show nothing of somebody who has signed out, and neither does the way back', {
  tag: '@faults',
}, async ({ page, context, request, newAccount, signIn }) => {
  await catchChats(context)
  await signIn(await newAccount())
  await keepCart(page, request, [{ name: soap, quantity: 1 }])
  await page.goto('/checkout')
  await fillCheckout(page)
  await placeOrder(page).click()
  const chat = page.getByRole('main').getByRole('link', { name: 'WhatsApp' })
  const name = encodeURIComponent(buyer.name)
  await expect(chat.first()).toHaveAttribute('href', new RegExp(name))

  const other = await context.newPage()
  await keepCart(other, request, [{ name: soap, quantity: 1 }])
  await other.goto('/checkout')
  await fillCheckout(other)
  await other.goto('/account')
  await other.getByRole('button', { name: 'Sign Out' }).click()
  await expect(toasts(other)).toContainText('You have been logged out successfully.')
  for (const link of await chat.all()) await expect(link).not.toHaveAttribute('href', new RegExp(name))

  await other.goBack()
  await other.goBack()
  await expect(other).toHaveURL('/checkout')
  const fields = [other.getByLabel('Full name'), other.getByLabel('Street, house or landmark')]
  for (const field of fields) await expect(field).toHaveValue('')
  await other.reload()
  for (const field of fields) await expect(field).toHaveValue('')
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
  await expect(page.getByRole('heading', { name: 'Order placed successfully' })).toBeVisible()
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
