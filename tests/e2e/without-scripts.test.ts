import { expect } from '@playwright/test'
import { card, findProduct, listProducts, namesOnCards } from './setup/shopping.ts'
import { test } from './setup/visit.ts'

test.use({ javaScriptEnabled: false })

test('without scripts a visitor searches the shop', async ({ page }) => {
  await page.goto('/shop')
  await page.getByRole('searchbox', { name: 'Search products' }).fill('shea')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/\/shop\?q=shea$/)
  expect(await namesOnCards(page)).toContain('Shea Butter Gentle Cleanser')
})

test('without scripts a visitor chooses a shelf and sorts it', { tag: '@faults' }, async ({
  page,
  request,
}) => {
  const serums = await listProducts(request, { category: 'serum', sort: 'price-low' })
  await page.goto('/shop')
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Serum' }).click()
  await page.getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'Price: low to high' })
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop Serums' })).toBeVisible()
  expect(await namesOnCards(page)).toEqual(serums.map(({ name }) => name))
})

test('without scripts no button is offered that would do nothing', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/shop')
  await expect(card(page, 'Hibiscus Glow Serum')).toBeVisible()
  await expect(page.getByRole('button', { name: /Quick Add|Save|Filter & Sort/ })).toHaveCount(0)
})

test('without scripts a product can be read from top to bottom and ordered in a chat', async ({
  page,
  request,
}) => {
  const { id, name } = await findProduct(request, 'Moringa Daily Moisturizer')
  await page.goto(`/product/${id}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  for (const title of ['Description', 'Ingredients', 'How to Use']) {
    await expect(page.getByRole('heading', { level: 3, name: title })).toBeVisible()
  }
  await expect(page.getByRole('button', { name: /Add to Cart|Save/ })).toHaveCount(0)
  const chat = page.getByRole('link', { name: 'Order on WhatsApp' })
  await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+\?text=.*Moringa/)
})

test('without scripts the account, the driver’s page and the wishlist say what they need', {
  tag: '@faults',
}, async ({ page }) => {
  for (const path of ['/account', '/driver', '/wishlist']) {
    await page.goto(path)
    await expect(page.locator('main noscript p')).toContainText('needs JavaScript')
    await expect(page.getByText('Loading authentication...')).toBeHidden()
  }
})

test('without scripts the blog, the questions and the policies can be read', { tag: '@faults' }, async ({
  page,
}) => {
  await page.goto('/blog')
  await page
    .getByRole('link', { name: /^Read more/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/faq')
  const question = page.getByText('How do I track my order?')
  const answer = page.getByText('When you place an order you get a tracking code')
  await expect(answer).toBeHidden()
  await question.click()
  await expect(answer).toBeVisible()
  await page.goto('/shipping-policy')
  await expect(page.getByRole('table', { name: 'Delivery fees inside Ghana' })).toBeVisible()
})
