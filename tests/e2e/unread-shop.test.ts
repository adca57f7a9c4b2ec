import { expect } from '@playwright/test'
import { sampleProducts } from '#rules/sample-products.ts'
import { type BareShop, openBareShop } from './setup/bare-shop.ts'
import { cards, namesOnCards } from './setup/shopping.ts'
import { test as visit } from './setup/visit.ts'

const test = visit.extend<{ shop: BareShop }>({
  shop: async ({ shops }, use, { file }) => {
    const open = async () => {
      const shop = await openBareShop()
      return { value: shop, close: shop.close }
    }
    await use(await shops.open(file, open))
  },
  baseURL: async ({ shop }, use) => {
    await use(shop.address)
  },
})

// One shop for all of them: first it has no goods, then no database.
test.describe.configure({ mode: 'serial' })

test('a home page without posts shows a picture in the place of the slider', async ({ page }) => {
  await page.goto('/')
  const blog = page.getByRole('region', { name: 'From our blog' })
  await expect(blog.getByRole('img')).toBeVisible()
  await expect(blog.getByText('Our first posts are being written.')).toBeVisible()
  await expect(blog.getByRole('link')).toHaveCount(0)
})

test('a shop without products shows its eight samples, which nobody can buy', async ({ page }) => {
  const answer = await page.goto('/shop')
  expect(answer?.status()).toBe(200)
  await expect(page.getByText('These are samples of what we sell.')).toBeVisible()
  expect((await namesOnCards(page)).toSorted()).toEqual(sampleProducts.map(({ name }) => name).toSorted())
  await expect(cards(page).getByText('Sample', { exact: true })).toHaveCount(8)
  await expect(page.getByRole('button', { name: /Quick Add|^Save/ })).toHaveCount(0)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
})

test('a home page that cannot read anything still welcomes, and names what is missing', async ({
  page,
  shop,
}) => {
  await page.goto('/cart')
  await shop.loseDatabase()
  // As a whole it was read before, and would go on as it was.
  await page.getByRole('link', { name: 'Adom Beauty, home' }).click()
  await expect(page.getByRole('link', { name: 'Shop Now' })).toBeVisible()
  const said = page.getByRole('region', { name: 'What our customers say' })
  await expect(said.getByRole('alert')).toContainText('Failed to load testimonials')
  await said.getByRole('button', { name: 'Try again' }).click()
  await expect(said.getByRole('alert')).toContainText('Failed to load testimonials')
  const blog = page.getByRole('region', { name: 'From our blog' })
  await expect(blog.getByRole('alert')).toContainText('Failed to fetch blog posts')
  await expect(cards(page)).toHaveCount(4)
})
