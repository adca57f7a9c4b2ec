import { expect } from '@playwright/test'
import { type BareShop, openBareShop } from './setup/bare-shop.ts'
import type { SharedShop } from './setup/open-shop.ts'
import { cards, namesOnCards } from './setup/shopping.ts'
import { test as visit } from './setup/visit.ts'

const test = visit.extend<{ shop: BareShop }>({
  shop: async ({ shops }, use, { file }) => {
    await use(await shops.open(file, openShopWithSale))
  },
  baseURL: async ({ shop }, use) => {
    await use(shop.address)
  },
})

async function openShopWithSale(): Promise<SharedShop<BareShop>> {
  const shop = await openBareShop()
  await shop.run('insert into shop_settings (name, value, updated_at) values ($1, $2, now())', [
    'saleBanner',
    JSON.stringify({ isOn: true, title: 'Harmattan Sale', endsAt: inADay().toISOString() }),
  ])
  return { value: shop, close: shop.close }
}

const inADay = () => new Date(Date.now() + 86_400_000)

// One shop for all of them: first it has no goods, then no database.
test.describe.configure({ mode: 'serial' })

test('a shop without testimonials asks for the first one', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/')
  const said = page.getByRole('region', { name: 'What our customers say' })
  await expect(said.getByText('Be the first to share.')).toBeVisible()
  await expect(said.getByRole('link', { name: 'Log in to share yours' })).toBeVisible()
})

test('samples can be searched, sorted and looked at like products', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/shop?category=serums&sort=price-low')
  expect(await namesOnCards(page)).toEqual(['Hibiscus Glow Serum', 'Baobab & Vitamin C Serum'])
  await cards(page).first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hibiscus Glow Serum' })).toBeVisible()
  await expect(page.getByText('It cannot be bought here.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Add to Cart|^Save|Share/ })).toHaveCount(0)
})

test('a blog without posts says so and leads to the shop', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/blog')
  await expect(page.getByRole('heading', { name: 'No blog posts found' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Shop Now' }).click()
  await expect(page).toHaveURL('/shop')
})

test('a sale that is still to end counts down, second by second, until its time is up', {
  tag: '@faults',
}, async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  const sale = page.getByRole('region', { name: 'Harmattan Sale' })
  await expect(sale.getByRole('timer')).toHaveText(/^00 days 23 hours \d\d min \d\d sec\s*$/)
  const first = await sale.getByRole('timer').textContent()
  await page.clock.runFor(2_000)
  await expect(sale.getByRole('timer')).not.toHaveText(first ?? '')
  await page.clock.fastForward('26:00:00')
  await expect(sale.getByText("Time's up!")).toBeVisible()
  await expect(sale.getByRole('timer')).toHaveCount(0)
})

test('a shop that cannot read its products shows the samples and says so to search engines', {
  tag: '@faults',
}, async ({ page, shop }) => {
  await shop.loseDatabase()
  const answer = await page.goto('/shop?sort=price-low')
  expect(answer?.status()).toBe(503)
  await expect(cards(page)).toHaveCount(8)
  await expect(cards(page).getByText('Sample', { exact: true })).toHaveCount(8)
  await expect(page.getByText('our shelves will be back soon')).toBeVisible()
})

test('a home page that was read before goes on as it was', { tag: '@faults' }, async ({ page }) => {
  const answer = await page.goto('/?again')
  expect([answer?.status(), answer?.headers()['x-last-good-copy']]).toEqual([200, 'yes'])
  await expect(page.getByRole('region', { name: 'Harmattan Sale' }).getByRole('timer')).toBeVisible()
  await expect(page.getByText('Be the first to share.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
})

test('a product that cannot be read is not found, and may be tried again', { tag: '@faults' }, async ({
  page,
}) => {
  const answer = await page.goto('/product/7')
  expect(answer?.status()).toBe(503)
  await expect(page.getByRole('heading', { level: 1, name: 'Product not found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/product/7')
  await expect(page.getByRole('link', { name: 'Return to Shop' })).toBeVisible()
})

test('a blog that cannot be read says so and may be tried again', { tag: '@faults' }, async ({ page }) => {
  const answer = await page.goto('/blog?page=2')
  expect(answer?.status()).toBe(503)
  const failure = page.getByRole('main').getByRole('alert')
  await expect(failure).toContainText('Failed to fetch blog posts')
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toContainText('Failed to fetch blog posts')
})

test('a wishlist that cannot be read is safe on the phone', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.setItem('adom_beauty_wishlist', '[4]'))
  await page.goto('/wishlist')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('It is safe on this device.')
})

test('a message that the shop cannot keep stays in its form', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/contact')
  await page.getByLabel('Name').fill('Esi Owusu')
  await page.getByLabel('Email').fill('esi@example.com')
  await page.getByLabel('Subject').selectOption('Other')
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('Are you there?')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Your message was not sent')
  await expect(message).toHaveValue('Are you there?')
})

test('what needs no database is read as ever', { tag: '@faults' }, async ({ page }) => {
  for (const path of ['/about', '/faq', '/shipping-policy', '/privacy-policy']) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})
