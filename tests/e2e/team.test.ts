import { expect, type Page } from '@playwright/test'
import { linkInMail } from './setup/mailbox.ts'
import { closeToasts, passTimeToRead, pauseTime, toasts } from './setup/page.ts'
import { test } from './setup/visit.ts'

async function find(page: Page, email: string) {
  await page.goto('/admin/team')
  await page.getByLabel('Find a person by email or name').fill(email)
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('1 person found')).toBeVisible()
}

function driverSwitch(page: Page, email: string) {
  return page.getByRole('switch', { name: `${email} is a driver` })
}

function officeRole(page: Page, email: string) {
  return page.getByLabel(`What ${email} is in the back office`)
}

test('an admin makes a customer a driver and an admin, and takes both away again; the list says who did it', async ({
  page,
  request,
  newAccount,
  signIn,
}) => {
  const { email, password } = await newAccount()
  const link = await linkInMail(email, 'Please confirm your email address')
  await request.post('/api/auth/confirm-email', {
    data: { token: new URL(link).searchParams.get('token'), password },
  })
  const answer = await request.post('/api/auth/signin', { data: { email, password } })
  const { token } = await answer.json()
  const roles = async () => {
    const headers = { authorization: `Bearer ${token}` }
    const admin = await request.get('/api/auth/check-admin', { headers })
    const driver = await request.get('/api/auth/is-driver', { headers })
    return { ...(await driver.json()), is_admin: (await admin.json()).is_admin }
  }

  await signIn('admin')
  await find(page, email)
  await driverSwitch(page, email).press('Space')
  await expect(toasts(page)).toContainText('is now a driver')
  await closeToasts(page)
  await officeRole(page, email).selectOption('Admin')
  const dialog = page.getByRole('dialog', { name: /^Make .* an admin\?$/ })
  await dialog.getByRole('button', { name: 'Make admin' }).click()
  await expect(toasts(page)).toContainText('is now an admin')
  await closeToasts(page)
  await expect(officeRole(page, email)).toHaveValue('admin')
  expect(await roles()).toEqual({ is_admin: true, is_driver: true })

  await officeRole(page, email).selectOption('No access')
  await page.getByRole('button', { name: 'Take it away' }).click()
  await expect(officeRole(page, email)).toHaveValue('none')
  await driverSwitch(page, email).press('Space')
  await expect(driverSwitch(page, email)).not.toBeChecked()
  expect(await roles()).toEqual({ is_admin: false, is_driver: false })
  await closeToasts(page)

  await page.getByRole('button', { name: `Block ${email}`, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await expect(page.getByRole('row').filter({ hasText: email }).getByText('Blocked')).toBeVisible()
  expect((await request.post('/api/auth/signin', { data: { email, password } })).status()).toBe(401)

  const changes = page.getByRole('table', { name: 'Changes of roles, the newest first' })
  for (const words of [
    'became a driver',
    'became an admin',
    'is no longer an admin',
    'is no longer a driver',
  ]) {
    const row = changes.getByRole('row').filter({ hasText: `${email} ${words}` })
    await expect(row).toContainText('admin@demo.example')
  }
})

test('an email that was only typed in gets no role, and nobody is found who has no account', {
  tag: '@faults',
}, async ({ page, newAccount, signIn }) => {
  const { email } = await newAccount()
  await signIn('admin')
  await find(page, email)
  await expect(page.getByText('Email not confirmed')).toBeVisible()
  await driverSwitch(page, email).press('Space')
  await expect(toasts(page)).toContainText('This person has not confirmed their e-mail yet')
  await expect(driverSwitch(page, email)).not.toBeChecked()

  await page.getByLabel('Find a person by email or name').fill('nobody-at-all@example.com')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('They have to sign up first, or you invite them.')).toBeVisible()
})

test('a customer is denied the back office and sent home', async ({ page, newAccount, signIn }) => {
  await signIn(await newAccount())
  await page.clock.install()
  await page.goto('/admin/team')
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
  await pauseTime(page)
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Back office' })).toBeHidden()
  await passTimeToRead(page)
  await expect(page).toHaveURL('/')
})

test('whoever is denied the back office may take the time to read', { tag: '@faults' }, async ({
  page,
  newAccount,
  signIn,
}) => {
  await signIn(await newAccount())
  await page.goto('/admin/team')
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByText('Going to the home page')).toBeHidden()
  await page.getByRole('link', { name: 'Go to home now' }).click()
  await expect(page).toHaveURL('/')
})

test('a visitor is led from the back office to the login', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/admin/team?q=ama')
  await expect(page).toHaveURL('/login?from=%2Fadmin%2Fteam%3Fq%3Dama')
})
