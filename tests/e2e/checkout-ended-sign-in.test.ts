import { expect } from '@playwright/test'
import { toasts } from './setup/page.ts'
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
  await expectOrdered(page)
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
  await expectOrdered(page)
  await page.goto('about:blank')

  const other = await context.newPage()
  await other.goto('/account')
  await other.getByRole('button', { name: 'Sign Out' }).click()
  await expect(toasts(other)).toContainText('You have been logged out successfully.')
  await page.goto('/checkout')
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
