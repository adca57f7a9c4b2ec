import { expect, type Page } from '@playwright/test'
import { openAccountMenu, toasts } from './setup/page.ts'
import { type Account, test } from './setup/visit.ts'

async function fillForm(page: Page, { email, password }: Account) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('the sign-in form says what is missing or wrong', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign In' }).click()
  const problems = page.getByRole('group', { name: 'There is a problem' })
  await expect(problems.getByRole('link')).toHaveText(['Email is required', 'Password is required'])

  await page.getByLabel('Email', { exact: true }).fill('ama@')
  await page.getByLabel('Password', { exact: true }).focus()
  await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription('Invalid email address')
})

test('a wrong password is told in a toast and above the form, and nobody is signed in', async ({
  page,
  newAccount,
}) => {
  const { email } = await newAccount()
  await page.goto('/login')
  await fillForm(page, { email, password: 'a guess' })
  await expect(toasts(page)).toContainText('Login failed')
  await expect(toasts(page)).toContainText('Invalid credentials')
  const panel = page.getByRole('main').getByRole('alert')
  await expect(panel).toContainText('Login failed')
  await expect(panel).toContainText('Invalid credentials')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  expect(await page.evaluate(() => localStorage.getItem('jwt_token'))).toBeNull()
})

test('an answer that makes no sense is a failed login in the shop’s own words', { tag: '@faults' }, async ({
  page,
}) => {
  await page.goto('/login')
  await page.route('**/api/auth/signin', (route) => route.fulfill({ json: {} }))
  await fillForm(page, { email: 'ama@example.com', password: 'a guess' })
  await expect(toasts(page)).toContainText('Login failed')
  await expect(toasts(page)).toContainText('Invalid email or password')
})

test('whoever signs in comes home and finds the email in the account menu', async ({ page, newAccount }) => {
  const account = await newAccount()
  await page.goto('/login')
  await fillForm(page, account)
  await expect(page).toHaveURL('/')
  await expect(toasts(page)).toContainText('Login successful')

  const menu = await openAccountMenu(page)
  await expect(menu).toContainText(account.email)
  await expect(menu.getByRole('link')).toHaveText(['Account'])
  await expect(menu.getByRole('button', { name: 'Log out' })).toBeVisible()
})

test('signing in leads back to the remembered page, through sign-up too', { tag: '@faults' }, async ({
  page,
  newAccount,
}) => {
  const account = await newAccount()
  await page.goto('/login?from=%2Fshop%3Fcategory%3Dserum')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create an Account' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await fillForm(page, account)
  await expect(page).toHaveURL('/shop?category=serum')
})

test('signing in never leads to another site', { tag: '@faults' }, async ({ page, newAccount }) => {
  const account = await newAccount()
  await page.goto(`/login?from=${encodeURIComponent('//evil.example')}`)
  await fillForm(page, account)
  await expect(toasts(page)).toContainText('Login successful')
  await expect(page).toHaveURL('/')
})

test('a page that is opened again still knows who is signed in', { tag: '@faults' }, async ({
  page,
  newAccount,
  signIn,
}) => {
  const account = await newAccount()
  await signIn(account)
  await page.goto('/about')
  await expect(await openAccountMenu(page)).toContainText(account.email)
  await page.reload()
  await expect(await openAccountMenu(page)).toContainText(account.email)
})

test('an admin finds the admin dashboard in the account menu', { tag: '@faults' }, async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/')
  const menu = await openAccountMenu(page)
  await expect(menu.getByRole('link')).toHaveText(['Account', 'Admin Dashboard'])
})

test('a driver finds the driver dashboard in the account menu', { tag: '@faults' }, async ({
  page,
  signIn,
}) => {
  await signIn('driver')
  await page.goto('/')
  const menu = await openAccountMenu(page)
  await expect(menu.getByRole('link')).toHaveText(['Account', 'Driver Dashboard'])
})

test('signing out ends on the home page, and in every other tab too', async ({
  page,
  context,
  newAccount,
  signIn,
}) => {
  const account = await newAccount()
  const token = await signIn(account)
  await page.goto('/about')
  const otherTab = await context.newPage()
  await otherTab.goto('/contact')
  await expect(await openAccountMenu(otherTab)).toContainText(account.email)

  const menu = await openAccountMenu(page)
  await menu.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  await expect(toasts(page)).toContainText('Signed out')
  await expect(toasts(page)).toContainText('You have been logged out successfully.')
  await expect(
    otherTab.getByRole('region', { name: 'Account', exact: true }).getByRole('link', { name: 'Log in' }),
  ).toBeVisible()

  // The shop is told on the side: nobody waits for that.
  const headers = { authorization: `Bearer ${token}` }
  await expect
    .poll(async () => (await page.request.get('/api/auth/check-admin', { headers })).status())
    .toBe(401)
})

test('a sign-out that fails says so and leaves the person signed in', async ({
  page,
  newAccount,
  signIn,
}) => {
  const account = await newAccount()
  await signIn(account)
  await page.goto('/')
  const menu = await openAccountMenu(page)
  await page.evaluate(() => {
    Storage.prototype.removeItem = () => {
      throw new Error('The storage is locked')
    }
  })
  await menu.getByRole('button', { name: 'Log out' }).click()
  await expect(toasts(page).getByRole('alert')).toContainText('Error')
  await expect(toasts(page).getByRole('alert')).toContainText('Failed to sign out')
  await expect(await openAccountMenu(page)).toContainText(account.email)
})

test('whoever signs out while the shop is out of reach leaves nothing on the phone, and the shop is told later', {
  tag: '@faults',
}, async ({ page, newAccount, signIn }) => {
  const token = await signIn(await newAccount())
  await page.goto('/about')
  await page.evaluate(() =>
    localStorage.setItem('adom_beauty_checkout_details', '{"fullName":"Ama Serwaa","phone":"0241234567"}'),
  )
  await page.route('**/api/auth/signout', (route) => route.fulfill({ status: 503, json: {} }))
  await (await openAccountMenu(page)).getByRole('button', { name: 'Log out' }).click()
  await expect(toasts(page)).toContainText('You have been logged out successfully.')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    'Ama',
  )
  await page.unrouteAll({ behavior: 'wait' })
  await page.goto('/checkout')
  await expect
    .poll(async () => {
      const headers = { authorization: `Bearer ${token}` }
      return (await page.request.get('/api/auth/check-admin', { headers })).status()
    })
    .toBe(401)
})

test('a sign-in that was ended elsewhere leads to the login and back to the page', {
  tag: '@faults',
}, async ({ page, newAccount, signIn }) => {
  const account = await newAccount()
  const token = await signIn(account)
  await page.goto('/?ref=chat')
  const words = page.getByLabel('Your testimonial')
  await words.fill('My skin has never felt softer.')
  await page.evaluate(() => localStorage.setItem('adom_beauty_checkout_details', '{"fullName":"Ama"}'))
  await page.request.post('/api/auth/signout', { headers: { authorization: `Bearer ${token}` } })
  await page.getByRole('button', { name: 'Submit' }).click()

  await expect(page).toHaveURL('/login?from=%2F%3Fref%3Dchat')
  await expect(toasts(page)).toContainText('Please sign in again')
  expect(await page.evaluate(() => localStorage.getItem('adom_beauty_checkout_details'))).toBeNull()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await fillForm(page, account)
  await expect(page).toHaveURL('/?ref=chat')
})

test('whoever is signed in already has no use for the login page', { tag: '@faults' }, async ({
  page,
  signIn,
  newAccount,
}) => {
  await signIn(await newAccount())
  await page.goto('/login?from=%2Fabout')
  await expect(page).toHaveURL('/about')
  await page.goto('/signup')
  await expect(page).toHaveURL('/')
})
