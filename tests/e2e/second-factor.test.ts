import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { appCode } from '#server/testing/authenticator-app.ts'
import { letPasswordGrowOld } from '#server/testing/shop-database.ts'
import { startShopProcess } from '#server/testing/shop-process.ts'
import { linkInMail } from './setup/mailbox.ts'
import { toasts } from './setup/page.ts'
import { type Account, demoAccount, test } from './setup/visit.ts'

/** Gives an account of this test a role, as another admin does. */
async function giveRole(
  request: APIRequestContext,
  { email, password }: Account,
  roles: { is_admin?: boolean; is_driver?: boolean },
): Promise<string> {
  const link = await linkInMail(email, 'Please confirm your email address')
  await request.post('/api/auth/confirm-email', {
    data: { token: new URL(link).searchParams.get('token'), password },
  })
  const signIn = async (data: Account) => (await request.post('/api/auth/signin', { data })).json()
  const { user } = await signIn({ email, password })
  const { token } = await signIn(demoAccount('admin'))
  const headers = { authorization: `Bearer ${token}` }
  const answer = await request.put(`/api/team/${user.id}`, { headers, data: roles })
  expect(answer.status()).toBe(200)
  return user.id
}

function secondFactor(page: Page) {
  return page.getByRole('region', { name: 'Two-step Sign-in' })
}

async function fillLogin(page: Page, { email, password }: Account) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Signs in through the form, so that signing out later is not undone by the test itself. */
async function logIn(page: Page, account: Account) {
  await page.goto('/login?from=%2Faccount')
  await fillLogin(page, account)
  await expect(page).toHaveURL('/account')
}

async function signOut(page: Page) {
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
}

/** One later than now, which counts too: the code of now may have been used a moment ago. */
const nextCode = (secret: string) => appCode(secret, new Date(), 1)

async function turnOn(page: Page, { password }: Account) {
  const card = secondFactor(page)
  await card.getByRole('button', { name: 'Set up two-step sign-in' }).click()
  await card.getByLabel('Your password', { exact: true }).fill(password)
  await card.getByRole('button', { name: 'Continue' }).click()
  const secret = (await card.getByRole('code').innerText()).replaceAll(' ', '')
  await card.getByLabel('Code').fill(appCode(secret, new Date()))
  await card.getByRole('button', { name: 'Turn on' }).click()
  await expect(toasts(page)).toContainText('Two-step sign-in is on')
  const codes = await card.getByRole('listitem').allInnerTexts()
  await card.getByRole('button', { name: 'I have kept them' }).click()
  return { secret, codes }
}

test('a driver turns two-step sign-in on, and signs in with a code of the app', async ({
  page,
  request,
  newAccount,
  expectUsable,
}) => {
  const account = await newAccount()
  await giveRole(request, account, { is_driver: true })
  await logIn(page, account)
  const card = secondFactor(page)
  await card.getByRole('button', { name: 'Set up two-step sign-in' }).click()
  await card.getByRole('button', { name: 'Continue' }).click()
  await expect(card.getByLabel('Your password', { exact: true })).toHaveAccessibleDescription(
    'Password is required',
  )
  await card.getByLabel('Your password', { exact: true }).fill('a guess')
  await card.getByRole('button', { name: 'Continue' }).click()
  await expect(card.getByLabel('Your password', { exact: true })).toHaveAccessibleDescription(
    'This is not your current password',
  )
  await card.getByLabel('Your password', { exact: true }).fill(account.password)
  await card.getByRole('button', { name: 'Continue' }).click()
  await expect(card.getByRole('img', { name: 'Picture for the authenticator app' })).toBeVisible()
  await expectUsable()
  const secret = (await card.getByRole('code').innerText()).replaceAll(' ', '')
  await expect(card.getByRole('link', { name: 'Open the app on this phone' })).toHaveAttribute(
    'href',
    new RegExp(`^otpauth://totp/.*secret=${secret}`),
  )
  await card.getByLabel('Code').fill('12345')
  await card.getByRole('button', { name: 'Turn on' }).click()
  await expect(card.getByLabel('Code')).toHaveAccessibleDescription(/not right/)
  await card.getByLabel('Code').fill(appCode(secret, new Date()))
  await card.getByRole('button', { name: 'Turn on' }).click()
  await expect(card.getByRole('listitem')).toHaveCount(10)
  await expectUsable({ again: true })
  await card.getByRole('button', { name: 'I have kept them' }).click()
  await expect(card).toContainText('10 recovery codes left')

  await signOut(page)
  await page.goto('/login?from=%2Faccount')
  await fillLogin(page, account)
  await expect(page.getByLabel('Code')).toBeFocused()
  await expect(page.getByLabel('Code')).toHaveAttribute('autocomplete', 'one-time-code')
  expect(await page.evaluate(() => localStorage.getItem('jwt_token'))).toBeNull()
  await expectUsable({ again: true })
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/Please enter the code/)
  await page.getByLabel('Code').fill('123 45')
  await page.getByLabel('Code').press('Enter')
  await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/not right/)
  await page.getByRole('button', { name: 'Go back' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(account.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(account.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByLabel('Code').fill(nextCode(secret))
  await page.getByLabel('Code').press('Enter')
  await expect(page).toHaveURL('/account')
})

test('a driver without the app signs in with a recovery code, and turns two-step sign-in off', {
  tag: '@faults',
}, async ({ page, request, newAccount }) => {
  const account = await newAccount()
  await giveRole(request, account, { is_driver: true })
  await logIn(page, account)
  const { codes } = await turnOn(page, account)
  const card = secondFactor(page)
  await signOut(page)
  await page.goto('/login?from=%2Faccount')
  await fillLogin(page, account)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/account')
  await expect(card).toContainText('9 recovery codes left')

  await card.getByRole('button', { name: 'Turn off' }).click()
  await card.getByLabel('Your password', { exact: true }).fill(account.password)
  await card.getByRole('button', { name: 'Turn off' }).click()
  await expect(card.getByRole('button', { name: 'Set up two-step sign-in' })).toBeVisible()
})

test('a customer’s account has no second step', { tag: '@faults' }, async ({ page, signIn }) => {
  await signIn('customer')
  await page.goto('/account')
  await expect(page.getByRole('region', { name: 'Your Data' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign Out' }).last()).toBeVisible()
  await expect(secondFactor(page)).toHaveCount(0)
})

test('an export asks for the password once it was typed long ago, and goes on by itself', {
  tag: '@faults',
}, async ({ page, request, newAccount, expectUsable }) => {
  const account = await newAccount()
  const id = await giveRole(request, account, { is_admin: true })
  await logIn(page, account)
  await page.goto('/admin/orders')
  await expect(page.getByRole('button', { name: /Export CSV/ })).toBeVisible()
  await letPasswordGrowOld(process.env.SHOP_DATA_DIR ?? '', id)

  await page.getByRole('button', { name: /Export CSV/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Please enter your password again' })
  await expect(dialog.getByLabel('Your password', { exact: true })).toBeFocused()
  await expectUsable()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(toasts(page)).toContainText('Please enter your password once more')

  await page.getByRole('button', { name: /Export CSV/ }).click()
  await dialog.getByLabel('Your password', { exact: true }).fill('a guess')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByLabel('Your password', { exact: true })).toHaveAccessibleDescription(
    'This is not your current password',
  )
  const saved = page.waitForEvent('download')
  await dialog.getByLabel('Your password', { exact: true }).fill(account.password)
  await dialog.getByLabel('Your password', { exact: true }).press('Enter')
  expect((await saved).suggestedFilename()).toMatch(/^orders-.*\.csv$/)
  await expect(dialog).toHaveCount(0)

  const again = page.waitForEvent('download')
  await page.getByRole('button', { name: /Export CSV/ }).click()
  await again
})

test('an admin sees who signs in in two steps, and resets it for somebody who lost the phone', {
  tag: '@faults',
}, async ({ page, request, newAccount, expectUsable }) => {
  const account = await newAccount()
  await giveRole(request, account, { is_driver: true })
  await logIn(page, account)
  await turnOn(page, account)
  await signOut(page)

  await page.goto(`/login?from=${encodeURIComponent(`/admin/team?q=${account.email}`)}`)
  await fillLogin(page, demoAccount('admin'))
  const row = page.getByRole('row').filter({ hasText: account.email }).first()
  await expect(row).toContainText('Two-step sign-in')
  await expectUsable({ inBothColours: true })
  await row.getByRole('button', { name: `Reset two-step sign-in of ${account.email}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await expect(toasts(page)).toContainText('signs in with the password alone')
  await expect(row).not.toContainText('Two-step sign-in')
  expect((await request.post('/api/auth/signin', { data: account })).status()).toBe(200)
})

test('an admin who still needs a second step is led from the back office to the account, and comes in once it is set up', {
  tag: '@faults',
}, async ({ page }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-e2e-'))
  const { address, stop } = await startShopProcess(dataDir, { ADMIN_SECOND_FACTOR: 'required' })
  try {
    const { admin } = JSON.parse(await readFile(join(dataDir, 'demo-accounts.json'), 'utf8'))
    await page.goto(`${address}/login?from=%2Fadmin%2Forders`)
    await fillLogin(page, admin)
    await expect(page).toHaveURL(`${address}/account`)
    await expect(secondFactor(page).getByRole('heading')).toBeFocused()
    await expect(secondFactor(page)).toContainText('The back office opens once it is on')
    await turnOn(page, admin)
    await secondFactor(page).getByRole('link', { name: 'Open the back office' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await expect(page.getByRole('table').first()).toBeVisible()
  } finally {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
