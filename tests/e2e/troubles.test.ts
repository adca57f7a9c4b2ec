import { expect } from '@playwright/test'
import { type BareShop, openBareShop } from './setup/bare-shop.ts'
import { toasts } from './setup/page.ts'
import { test as visit } from './setup/visit.ts'

const test = visit.extend<{ fragile: BareShop }>({
  fragile: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the first parameter what is needed.
    async ({}, use) => {
      const shop = await openBareShop()
      await use(shop)
      await shop.close()
    },
    { timeout: 120_000 },
  ],
})

test('a shop that has lost its database still opens, and says where it cannot help with a number to tell', {
  tag: '@faults',
}, async ({ page, fragile }) => {
  await fragile.loseDatabase()
  const home = await page.goto(`${fragile.address}/`)
  expect(home?.status()).toBe(200)
  await expect(page.getByRole('link', { name: 'Shop Now' })).toBeVisible()

  const answer = await page.goto(`${fragile.address}/blog/harmattan-skin-care`)
  expect(answer?.status()).toBe(500)
  await expect(page).toHaveTitle('Something went wrong – Adom Beauty')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong on our side')
  await expect(page.getByText('Your cart is saved on this phone.')).toBeVisible()
  const number = answer?.headers()['x-request-id']
  await expect(page.getByText(`If it goes on, tell us this number: ${number}`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute(
    'href',
    '/blog/harmattan-skin-care',
  )
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL(`${fragile.address}/`)
})

test('without a connection the page stays, and says so until the connection is back', async ({
  page,
  context,
}) => {
  await page.goto('/about')
  const notice = page.getByText('You are offline. Your cart is saved on this phone.')
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).scrollIntoViewIfNeeded()
  await expect(notice).toBeHidden()
  await context.setOffline(true)
  await expect(notice).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await expect(toasts(page)).toContainText('This page opens once you are connected again.')
  await expect(page).toHaveURL('/about')

  await context.setOffline(false)
  await expect(notice).toBeHidden()
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveURL('/faq')
})

test('a page that got lost on a weak network can be asked for again', { tag: '@faults' }, async ({
  page,
}) => {
  await page.goto('/about')
  await page.route('**/blog.data*', (route) => route.abort())
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be loaded')
  await expect(page.getByText('Check your connection and try again.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page).toHaveURL('/blog')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Blog|Journal/)
})
