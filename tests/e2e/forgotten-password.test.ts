import { expect, type Page } from '@playwright/test'
import { linkInMail } from './setup/mailbox.ts'
import { toasts } from './setup/page.ts'
import { newEmail, test } from './setup/visit.ts'

async function askForLink(page: Page, email: string) {
  await page.goto('/forgot-password')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
}

async function choosePassword(page: Page, password: string, again = password) {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(again)
  await page.getByRole('button', { name: 'Save new password' }).click()
}

test('a forgotten password is replaced by the link in the mail, and the link works once', async ({
  page,
  newAccount,
}) => {
  const { email } = await newAccount()
  await askForLink(page, email)
  await expect(page.getByText(`If there is an account for ${email}, the link is on its way.`)).toBeFocused()

  const link = await linkInMail(email, 'Choose a new password')
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible()
  await choosePassword(page, 'adinkra stamp')
  await expect(page).toHaveURL('/login')
  await expect(toasts(page)).toContainText('Password changed')

  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('kente cloth shawl')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Invalid credentials')
  await page.getByLabel('Password', { exact: true }).fill('adinkra stamp')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')

  await page.goto(link)
  await choosePassword(page, 'a third one')
  const panel = page.getByRole('main').getByRole('alert')
  await expect(panel).toContainText('The password was not changed')
  await expect(panel).toContainText('This link has expired or was already used. Please ask for a new one.')
  await panel.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test('a new password ends the sign-in on every device', { tag: '@faults' }, async ({
  page,
  newAccount,
  signIn,
}) => {
  const account = await newAccount()
  const token = await signIn(account)
  await askForLink(page, account.email)
  await page.goto(await linkInMail(account.email, 'Choose a new password'))
  await choosePassword(page, 'adinkra stamp')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
  const answer = await page.request.get('/api/auth/is-driver', {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status()).toBe(401)
})

test('an email without an account gets the same words', { tag: '@faults' }, async ({ page }) => {
  const email = newEmail()
  await askForLink(page, email)
  await expect(page.getByText(`If there is an account for ${email}, the link is on its way.`)).toBeVisible()
})

test('the forms for a new password say what is missing or wrong', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/forgot-password')
  await page.getByRole('button', { name: 'Send the link' }).click()
  const problems = page.getByRole('group', { name: 'There is a problem' })
  await expect(problems.getByRole('link')).toHaveText(['Email is required'])

  await page.goto('/reset-password?token=made-up')
  await choosePassword(page, '', '')
  await expect(problems.getByRole('link')).toHaveText([
    'Password is required',
    'Please confirm your password',
  ])
  await choosePassword(page, '12345', '123456')
  await expect(problems.getByRole('link')).toHaveText([
    'Password must be at least 6 characters long',
    'The passwords do not match',
  ])
})

test('a reset link that lost its end says so and offers a new one', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/reset-password')
  await expect(page.getByText('This link is not complete.')).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})
