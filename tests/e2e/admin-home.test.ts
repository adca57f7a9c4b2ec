import { expect } from '@playwright/test'
import { smallPicture } from './setup/office.ts'
import { withOwnShop } from './setup/own-shop.ts'
import { toasts } from './setup/page.ts'

const test = withOwnShop()

test('the owner writes the welcome, chooses its picture and its focus, and sorts the sections; visitors see it at once', {
  tag: '@faults',
}, async ({ page, shop, signIn, expectAccessible }) => {
  await signIn(shop.admin)
  await page.goto('/admin/home')
  await expect(page.getByLabel('Heading')).toHaveValue('Skincare made for Ghana’s sun')
  await page.getByLabel('Heading').fill('')
  await page.getByLabel('First button leads to').fill('nowhere')
  await page.getByRole('button', { name: 'Save changes' }).click()
  const summary = page.getByRole('group', { name: 'There is a problem' })
  await expect(summary.getByRole('link')).toHaveText([
    'Please enter a heading',
    /Please enter a page of the shop/,
  ])
  await expectAccessible()

  await page.getByLabel('Heading').fill('Soap from Tamale')
  await page.getByLabel('First button leads to').fill('/shop?category=cleanser')
  await page.getByLabel('Picture of the welcome').setInputFiles(await smallPicture(page, '#225566', 600, 400))
  await expect(page.getByText('On a phone')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(summary.getByRole('link')).toHaveText(['Please say what the picture shows'])
  await page.getByLabel('What the picture shows').fill('Bars of soap')
  await page.getByRole('slider', { name: 'From left to right' }).fill('10')
  await page.getByRole('button', { name: 'Move Newsletter up' }).click()
  await page.getByRole('switch', { name: 'Newest blog posts' }).uncheck()
  await expectAccessible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toasts(page)).toContainText('Home page saved')

  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Soap from Tamale' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Bars of soap' })).toHaveCSS('object-position', '10% 50%')
  await expect(page.getByRole('link', { name: 'Shop Now' })).toHaveAttribute(
    'href',
    '/shop?category=cleanser',
  )
})
