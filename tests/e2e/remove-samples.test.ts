import { expect } from '@playwright/test'
import { withOwnShop } from './setup/own-shop.ts'
import { cards } from './setup/shopping.ts'

const test = withOwnShop()

test('whoever has tried out the sample shop makes an own account and removes the samples in one step', {
  tag: '@faults',
}, async ({ page, shop, signIn, expectUsable }) => {
  await signIn(shop.admin)
  await page.goto('/admin/start')
  const samples = page.getByRole('region', { name: 'The sample shop' })
  await expect(samples).toContainText('Make an account of your own before you remove them.')
  await samples.getByRole('button', { name: 'Make my own account' }).click()
  await page.getByLabel('Email').fill('owner@example.com')
  await page.getByLabel('Password', { exact: true }).fill('kente cloth shawl')
  await page.getByLabel('Confirm password').fill('kente cloth shawl')
  await page.getByRole('button', { name: 'Make my account' }).click()

  await samples.getByRole('button', { name: 'Remove the samples' }).click()
  const question = page.getByRole('dialog', { name: 'Remove the samples?' })
  await expect(question.getByRole('listitem')).toHaveText([
    /^\d+ products$/,
    /^\d+ blog posts$/,
    /^\d+ testimonials$/,
    /^\d+ orders$/,
    '3 demo accounts',
  ])
  await expectUsable({ inBothColours: true })
  await question.getByRole('button', { name: 'Remove them' }).click()
  await expect(page.getByText('The samples are gone')).toBeVisible()
  await expect(samples).toHaveCount(0)

  await page.goto('/shop')
  await expect(page.getByText('Nothing stands on our shelves just now.')).toBeVisible()
  await expect(cards(page)).toHaveCount(0)
  await page.goto('/')
  await expect(page.getByText('Our first products are on their way.')).toBeVisible()
  await expect(page.getByText('Be the first to share.')).toBeVisible()
})
