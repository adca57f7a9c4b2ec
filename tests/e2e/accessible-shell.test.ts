import { expect } from '@playwright/test'
import { findSmallTargets } from './setup/targets.ts'
import { test } from './setup/visit.ts'

// What fades in has less contrast until it is there.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const sizes = [
  { width: 360, height: 800 },
  { width: 1280, height: 800 },
]

const pages = [
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/reset-password?token=made-up',
  '/confirm-email',
  '/confirm-email?token=made-up',
]

for (const path of pages) {
  test(`everyone can use ${path} on a phone, on a laptop, and enlarged to 400 %`, async ({
    page,
    expectAccessible,
  }) => {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    for (const size of sizes) {
      await page.setViewportSize(size)
      await expectAccessible()
      expect(await findSmallTargets(page)).toEqual([])
    }
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
}

for (const size of sizes) {
  test(`the account menu at ${size.width} pixels can be used by everyone`, async ({
    page,
    signIn,
    expectAccessible,
  }) => {
    await page.setViewportSize(size)
    await signIn('admin')
    await page.goto('/about')
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    const menu = page.getByRole('region', { name: 'Account', exact: true })
    await expect(menu.getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
    await expectAccessible()
    expect(await findSmallTargets(page)).toEqual([])
  })

  test(`forms with mistakes at ${size.width} pixels can be used by everyone`, async ({
    page,
    expectAccessible,
  }) => {
    await page.setViewportSize(size)
    await page.goto('/signup')
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page.getByRole('group', { name: 'There is a problem' })).toBeVisible()
    await expectAccessible()

    await page.goto('/login')
    await page.getByLabel('Email', { exact: true }).fill('nobody@example.com')
    await page.getByLabel('Password', { exact: true }).fill('a guess')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    await expectAccessible()
  })
}

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

test('the notice about a lost connection can be used by everyone', async ({
  page,
  context,
  expectAccessible,
}) => {
  await page.goto('/about', { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expectAccessible()
})
