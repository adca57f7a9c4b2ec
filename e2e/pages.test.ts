import { expect } from '@playwright/test'
import { test } from './setup/visit.ts'

test('a page nobody knows says so and leads home', async ({ page }) => {
  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
  await expect(page.getByText('might have been removed, renamed or is unavailable')).toBeVisible()
  const offered = page.getByRole('region', { name: 'Best sellers' })
  await expect(offered.getByRole('heading', { level: 3 })).toHaveCount(4)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})
