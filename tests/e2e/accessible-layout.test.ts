import { expect } from '@playwright/test'
import { findSmallTargets } from './setup/accessibility.ts'
import { leftToFaults, test } from './setup/visit.ts'

const pages = [
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/reset-password?token=made-up',
  '/confirm-email',
  '/confirm-email?token=made-up',
  '/welcome?token=made-up',
]

for (const path of pages) {
  test(
    `everyone can use ${path} on a phone, on a laptop, and enlarged to 400 %`,
    leftToFaults(path !== '/login'),
    async ({ page, expectUsable }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expectUsable()
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    },
  )
}

test('the account menu can be used by everyone', { tag: '@faults' }, async ({
  page,
  signIn,
  expectUsable,
}) => {
  await signIn('admin')
  await page.goto('/about')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  const menu = page.getByRole('region', { name: 'Account', exact: true })
  await expect(menu.getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
  await expectUsable()
})

test('forms with mistakes can be used by everyone', { tag: '@faults' }, async ({ page, expectUsable }) => {
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('group', { name: 'There is a problem' })).toBeVisible()
  await expectUsable()

  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a guess')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expectUsable()
})

test('the full-screen menu of a phone can be used by everyone', async ({ page, expectAccessible }) => {
  await page.goto('/about')
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await expectAccessible()
  expect(await findSmallTargets(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await menu.evaluate((dialog) => dialog.scrollWidth)).toBeLessThanOrEqual(320)
})

test('the notice about a lost connection can be used by everyone', { tag: '@faults' }, async ({
  page,
  context,
  expectAccessible,
}) => {
  await page.goto('/about')
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expectAccessible()
})
