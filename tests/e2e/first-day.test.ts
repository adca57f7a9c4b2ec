import { expect, type Page } from '@playwright/test'
import { type NewShop, openNewShop } from './setup/new-shop.ts'
import { newProduct } from './setup/office.ts'
import { awaitScripts } from './setup/page.ts'
import { catchChats, fillCheckout, keepCart, placeOrder } from './setup/shopping.ts'
import { test as visit } from './setup/visit.ts'

const test = visit.extend<{ shop: NewShop }>({
  shop: async ({ shops }, use, { file }) => {
    await use(await shops.open(file, openNewShop))
  },
  baseURL: async ({ shop }, use) => {
    await use(shop.address)
  },
})

test.describe.configure({ mode: 'serial' })

const owner = { email: 'owner@example.com', password: 'kente cloth shawl' }

test('a visitor of a new shop reads that it opens soon, and finds no sample', { tag: '@faults' }, async ({
  page,
  expectUsable,
}) => {
  const answer = await page.goto('/')
  expect(answer?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1, name: 'Opening soon' })).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expectUsable()
  await page.getByRole('link', { name: 'For the team: sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
})

test('from the link to an open shop: the owner needs nothing but a browser', { tag: '@faults' }, async ({
  page,
  browser,
  request,
  shop,
  expectUsable,
}) => {
  await page.goto(shop.link)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm password').fill('short')
  await page.getByRole('button', { name: 'Make my account' }).click()
  await expect(page.getByRole('group', { name: 'There is a problem' })).toBeVisible()
  await expectUsable()
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByLabel('Confirm password').fill(owner.password)
  await page.getByRole('button', { name: 'Make my account' }).click()

  await expect(page).toHaveURL('/admin/start')
  await expect(page.getByText('0 of 8 done')).toBeVisible()
  await expectUsable({ inBothColours: true })

  await page.getByRole('link', { name: 'Open: Phone for WhatsApp' }).click()
  await page.getByLabel('Name of the shop').fill('Kente Skin')
  await page.getByLabel('WhatsApp number').fill('024 123 4567')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Settings saved').first()).toBeVisible()
  await openList(page)
  await expect(page.getByText('2 of 8 done')).toBeVisible()
  await page.getByRole('button', { name: 'Right as it is: Places and delivery fees' }).click()
  await expect(page.getByText('3 of 8 done')).toBeVisible()

  // Whoever works here sees the shop that will be, and visitors do not.
  await page.getByRole('link', { name: 'Open: A test order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop', exact: true })).toBeVisible()
  await expect(page.getByText('Nothing stands on our shelves just now.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop', exact: true })).toBeVisible()
  const elsewhere = await browser.newContext()
  await awaitScripts(elsewhere)
  const visitor = await elsewhere.newPage()
  await visitor.goto(`${shop.address}/shop`)
  await expect(visitor.getByRole('heading', { level: 1, name: 'Opening soon' })).toBeVisible()
  await expect(visitor.getByText('Kente Skin').first()).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Chat on WhatsApp' })).toBeVisible()

  const token = await page.evaluate(() => localStorage.getItem('jwt_token') ?? '')
  const { name } = await newProduct(request, page, token, { name: 'Shea Cream' })
  await catchChats(page.context())
  await keepCart(page, request, [{ name, quantity: 1 }])
  await page.goto('/checkout')
  await fillCheckout(page)
  await placeOrder(page).click()
  await expect(page).toHaveURL(/\/track-order\?code=[A-Z0-9]{6}$/)

  await page.goto('/admin')
  const notOpen = page.getByRole('region', { name: 'Your shop is not open yet' })
  await expect(notOpen).toContainText('3 of 8 things are left to do.')
  await notOpen.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('switch', { name: 'The shop is open' }).click()
  await expect(page.getByRole('heading', { name: 'Your shop is open' })).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1, name: 'Shop', exact: true })).toBeVisible()

  await page.getByRole('switch', { name: 'The shop is open' }).click()
  const question = page.getByRole('dialog', { name: 'Close the shop?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('switch', { name: 'The shop is open' })).toBeChecked()
  await elsewhere.close()
})

test('the link opens nothing a second time, and says so kindly', { tag: '@faults' }, async ({
  page,
  shop,
  expectUsable,
}) => {
  await page.goto(shop.link)
  const panel = page.getByRole('main').getByRole('alert')
  await expect(panel).toContainText('This link was already used, or it is too old.')
  await expect(panel.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expectUsable()
})

async function openList(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('link', { name: 'Set up your shop' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Set up your shop' })).toBeVisible()
}
