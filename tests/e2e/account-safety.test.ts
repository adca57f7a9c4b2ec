import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { awaitScripts, toasts } from './setup/page.ts'
import { test } from './setup/visit.ts'

async function changePassword(page: Page, current: string, wanted: string) {
  await page.getByLabel('Current password').fill(current)
  await page.getByLabel('New password', { exact: true }).fill(wanted)
  await page.getByLabel('Confirm new password').fill(wanted)
  await page.getByRole('button', { name: 'Save new password' }).click()
}

test('a new password needs the old one, and signs out every other device', { tag: '@faults' }, async ({
  page,
  newAccount,
  signIn,
  request,
}) => {
  const account = await newAccount()
  const answer = await request.post('/api/auth/signin', { data: account })
  const { token: otherPhone } = await answer.json()
  await signIn(account)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password')).toBeFocused()
  await changePassword(page, 'a guess', 'adinkra stamp')
  const problems = page.getByRole('group', { name: 'There is a problem' })
  await expect(problems.getByRole('link')).toHaveText(['This is not your current password'])

  await changePassword(page, account.password, 'adinkra stamp')
  await expect(toasts(page)).toContainText('Password changed')
  await expect(toasts(page)).toContainText('All other devices were signed out.')
  await expect(page.getByRole('button', { name: 'Change password' })).toBeFocused()
  await expect(page.getByText('You are signed in on this device only.')).toBeVisible()
  const isOtherIn = await request.get('/api/auth/is-driver', {
    headers: { authorization: `Bearer ${otherPhone}` },
  })
  expect(isOtherIn.status()).toBe(401)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible()
})

test('a lost phone is signed out from afar, and is led to the login', { tag: '@faults' }, async ({
  page,
  browser,
  newAccount,
  signIn,
  request,
}) => {
  const account = await newAccount()
  const answer = await request.post('/api/auth/signin', { data: account })
  const { token } = await answer.json()
  const elsewhere = await browser.newContext()
  await awaitScripts(elsewhere)
  const lost = await elsewhere.newPage()
  await lost.addInitScript((kept) => {
    if (sessionStorage.getItem('has-come') === null) localStorage.setItem('jwt_token', kept)
    sessionStorage.setItem('has-come', 'yes')
  }, token)
  await lost.goto('/account')
  await expect(lost.getByRole('heading', { level: 2, name: 'Edit Profile' })).toBeVisible()

  await signIn(account)
  await page.goto('/account')
  await expect(page.getByText('This device')).toHaveCount(1)
  await page.getByRole('button', { name: /^Sign out / }).click()
  await expect(toasts(page)).toContainText('Device signed out')
  await expect(page.getByText('You are signed in on this device only.')).toBeVisible()

  await lost.getByRole('button', { name: 'Download my data' }).click()
  await expect(lost).toHaveURL('/login?from=%2Faccount')
  await elsewhere.close()
})

test('a customer downloads everything the shop knows about them', { tag: '@faults' }, async ({
  page,
  newAccount,
  signIn,
}) => {
  const { email, password } = await newAccount()
  await signIn({ email, password })
  await page.goto('/account')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('my-data.json')
  const known = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(known).toMatchObject({ account: { email }, profile: { email }, orders: [], testimonials: [] })
})

test('an account is deleted with its password, and not by mistake', { tag: '@faults' }, async ({
  page,
  newAccount,
  signIn,
}) => {
  const account = await newAccount()
  await signIn(account)
  await page.goto('/account')
  const open = page.getByRole('main').getByRole('button', { name: 'Delete my account' }).first()
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog.getByRole('button', { name: 'Keep my account' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()

  await open.click()
  const remove = dialog.getByRole('button', { name: 'Delete my account' })
  await remove.click()
  await expect(dialog.getByText('Password is required')).toBeVisible()
  await dialog.getByLabel('Your password').fill('a guess')
  await remove.click()
  await expect(dialog.getByText('This is not your current password')).toBeVisible()
  await dialog.getByLabel('Your password').fill(account.password)
  await remove.click()
  await expect(page).toHaveURL('/')
  await expect(toasts(page)).toContainText('Account deleted')
  const again = await page.request.post('/api/auth/signin', { data: account })
  expect(again.status()).toBe(401)
})
