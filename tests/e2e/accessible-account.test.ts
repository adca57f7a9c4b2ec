import { expect } from '@playwright/test'
import { test } from './setup/visit.ts'

test('everyone can use the account', async ({ page, newAccount, signIn, expectUsable }) => {
  await signIn(await newAccount())
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 2, name: 'Edit Profile' })).toBeVisible()
  await expectUsable({ again: true })

  await page.getByRole('textbox', { name: 'Phone' }).fill('12')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('group', { name: 'There is a problem' })).toBeVisible()
  await page.getByRole('button', { name: 'Change password' }).click()
  await expectUsable()

  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete your account?' })).toBeVisible()
  await expectUsable({ again: true })
})

test('everyone can use an account that could not be loaded', { tag: '@faults' }, async ({
  page,
  newAccount,
  signIn,
  expectUsable,
}) => {
  await signIn(await newAccount())
  await page.route(/\/api\/(profile|orders|account)\//, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/account')
  await expect(page.getByRole('main').getByText('Error fetching profile')).toBeVisible()
  await expectUsable()
  await page.goto('/user-orders')
  await expect(page.getByText('No orders found.')).toBeVisible()
  await expectUsable()
})

test('everyone can use a list of orders', { tag: '@faults' }, async ({ page, signIn, expectUsable }) => {
  await signIn('customer')
  await page.goto('/user-orders')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectUsable()
})

test('everyone can use the team', { tag: '@faults' }, async ({ page, signIn, expectUsable }) => {
  await signIn('admin')
  await page.goto('/admin/team?q=demo.example')
  await expect(page.getByText('people found')).toBeVisible()
  await expectUsable({ inBothColours: true })
  await page.getByLabel('What customer@demo.example is in the back office').selectOption('helper')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectUsable({ inBothColours: true })
})

test('everyone can read why the back office is closed', { tag: '@faults' }, async ({
  page,
  signIn,
  expectUsable,
}) => {
  await signIn('customer')
  await page.goto('/admin/team')
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expectUsable()
})

test('account, orders and team fit 320 pixels', { tag: '@faults' }, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn('admin')
  for (const [path, heading] of [
    ['/account', 'My Account'],
    ['/user-orders', 'My Orders'],
    ['/admin/team?q=demo', 'Team'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
})
