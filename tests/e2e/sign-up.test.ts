import { expect, type Page } from '@playwright/test'
import { linkInMail } from './setup/mailbox.ts'
import { toasts } from './setup/page.ts'
import { newEmail, test } from './setup/visit.ts'

async function fillForm(page: Page, email: string, password: string, again: string) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(again)
  await page.getByRole('button', { name: 'Create Account' }).click()
}

test('an empty sign-up form says what is missing, in a list that leads to each field', async ({ page }) => {
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Create Account' }).click()

  const problems = page.getByRole('group', { name: 'There is a problem' })
  await expect(problems).toBeFocused()
  await expect(problems.getByRole('link')).toHaveText([
    'Email is required',
    'Password is required',
    'Please confirm your password',
  ])
  await expect(page).toHaveTitle('Error: Create an Account – Adom Beauty')
  await problems.getByRole('link', { name: 'Please confirm your password' }).click()
  await expect(page.getByLabel('Confirm password')).toBeFocused()
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription(
    'Please confirm your password',
  )
})

test('a sign-up form with mistakes names each of them and forgets them once they are mended', {
  tag: '@faults',
}, async ({ page }) => {
  await page.goto('/signup')
  await expect(page.getByText('At least 6 characters')).toBeVisible()
  await fillForm(page, 'ama', '12345', '54321')
  const problems = page.getByRole('group', { name: 'There is a problem' })
  await expect(problems.getByRole('link')).toHaveText([
    'Invalid email address',
    'Password must be at least 6 characters long',
    'The passwords do not match',
  ])
  await page.getByLabel('Email', { exact: true }).fill(newEmail())
  await page.getByLabel('Password', { exact: true }).fill('kente cloth')
  await page.getByLabel('Confirm password').fill('kente cloth')
  await expect(problems).toBeHidden()
  await expect(page).toHaveTitle('Create an Account – Adom Beauty')
})

test('whoever signs up is asked to look into the mail, finds the email filled in at the login, and confirms on the same device with one press', async ({
  page,
}) => {
  const email = newEmail()
  await page.goto('/signup')
  await expect(page.getByRole('heading', { level: 1, name: 'Create an Account' })).toBeVisible()
  await fillForm(page, email, 'kente cloth', 'kente cloth')

  await expect(page).toHaveURL('/login')
  await expect(toasts(page)).toContainText('Registration successful')
  await expect(toasts(page)).toContainText('Please check your email to confirm your account.')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  expect(await page.evaluate(() => localStorage.getItem('jwt_token'))).toBeNull()
  await page.goto(await linkInMail(email, 'Please confirm your email address'))
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page.getByText('Thank you, your email is confirmed.')).toBeVisible()
})

test('the link in the mail confirms the email after a press, and says so again when it is opened again; where the account was not made, it takes a password', {
  tag: '@faults',
}, async ({ page, newAccount }) => {
  const { email, password: strangers } = await newAccount()
  const own = 'her own kente shawl'
  const link = await linkInMail(email, 'Please confirm your email address')
  await page.goto(link)
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page.getByText('This account was made on another device.')).toBeVisible()
  await page.getByRole('button', { name: 'Save and confirm my email' }).click()
  await expect(page.getByRole('group', { name: 'There is a problem' }).getByRole('link')).toHaveText([
    'Password is required',
    'Please confirm your password',
  ])
  await page.getByLabel('Password', { exact: true }).fill(own)
  await page.getByLabel('Confirm password').fill(own)
  await page.getByRole('button', { name: 'Save and confirm my email' }).click()
  await expect(page.getByText('Thank you, your email is confirmed.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/login?from=%2Faccount')

  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(strangers)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Invalid credentials')
  await page.getByLabel('Password', { exact: true }).fill(own)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByText('Thank you, your email is confirmed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm my email' })).toBeHidden()
  await page.getByRole('main').getByRole('link', { name: 'My Account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible()
})

test('whoever is signed in asks for a new link where the old one does not work any more', {
  tag: '@faults',
}, async ({ page, newAccount, signIn }) => {
  const account = await newAccount()
  const first = await linkInMail(account.email, 'Please confirm your email address')
  await signIn(account)
  await page.goto('/confirm-email?token=made-up')
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(toasts(page)).toContainText(`Please look into the mail of ${account.email}.`)
  await expect.poll(() => linkInMail(account.email, 'Please confirm your email address')).not.toBe(first)
  await page.goto(await linkInMail(account.email, 'Please confirm your email address'))
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page.getByText('Thank you, your email is confirmed.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('jwt_token'))).toBeNull()
})

test('a confirmation link that lost its end says so', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/confirm-email')
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm your email' })).toBeVisible()
  await expect(page.getByText('This link is not complete.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in to ask for a new link' })).toBeVisible()
})

test('a shop out of reach keeps the sign-up form as it was filled in', { tag: '@faults' }, async ({
  page,
}) => {
  await page.goto('/signup')
  await page.route('**/api/auth/signup', (route) => route.abort())
  const email = newEmail()
  await fillForm(page, email, 'kente cloth', 'kente cloth')
  await expect(toasts(page)).toContainText('Registration failed')
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'We could not reach the shop. Check your connection and try again.',
  )
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(page.getByLabel('Confirm password')).toHaveValue('kente cloth')
  await page.unrouteAll()
  await page.route('**/api/auth/signup', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to create account')
  await expect(toasts(page)).toContainText('Registration failed')
  await page.unrouteAll()
  await page.route('**/api/auth/signup', (route) => route.fulfill({ json: {} }))
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(toasts(page)).toContainText('There was a problem creating your account')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
})
