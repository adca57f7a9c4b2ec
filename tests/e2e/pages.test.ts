import { expect } from '@playwright/test'
import { leftToFaults, test } from './setup/visit.ts'

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

for (const [path, title] of [
  ['/login', 'Sign In – Adom Beauty'],
  ['/signup', 'Create an Account – Adom Beauty'],
  ['/forgot-password', 'Forgotten password – Adom Beauty'],
  ['/reset-password', 'Choose a new password – Adom Beauty'],
  ['/confirm-email', 'Confirm your email – Adom Beauty'],
  ['/welcome', 'Welcome to your shop – Adom Beauty'],
  ['/no-such-page', 'Page Not Found – Adom Beauty'],
] as const) {
  test(
    `${path} is called "${title}" and is kept from search engines`,
    leftToFaults(path !== '/login'),
    async ({ page }) => {
      await page.goto(path)
      await expect(page).toHaveTitle(title)
      const robots = page.locator('meta[name=robots]')
      await expect(robots).toHaveAttribute('content', 'noindex')
    },
  )
}

for (const path of ['/shop', '/product/-1']) {
  test(`the line about delivery on ${path} takes one line on a phone`, { tag: '@faults' }, async ({
    page,
  }) => {
    await page.goto(path)
    const strip = page.getByRole('complementary', { name: 'Delivery' })
    await expect(strip).toHaveText('Free delivery in Accra · from Ghs 45.00 elsewhere')
    await expect.poll(async () => (await strip.boundingBox())?.height).toBe(36)
  })
}

test('the style guide is not part of a shop in business', async ({ request }) => {
  expect((await request.get('/styleguide')).status()).toBe(404)
})
