import { expect, type Page } from '@playwright/test'
import { test } from './setup/quiet-shop.ts'
import { cards, listProducts, namesOnCards } from './setup/shopping.ts'
import { leftToFaults, newEmail, withMotion } from './setup/visit.ts'

test.use(withMotion)

const laptop = { width: 1280, height: 800 }

const part = (page: Page, name: string) => page.getByRole('region', { name })

test('a phone shows at once where to shop and where to read', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Skincare made for Ghana’s sun – Adom Beauty')
  for (const [name, path] of [
    ['Shop Now', '/shop'],
    ['Read Our Blog', '/blog'],
  ] as const) {
    const button = page.getByRole('main').getByRole('link', { name, exact: true })
    const box = await button.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(600)
    await button.click()
    await expect(page).toHaveURL(path)
    await page.goBack()
  }
})

test('the home page promises only the payments that the shop takes', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/')
  const welcome = part(page, 'Skincare made for Ghana’s sun')
  await expect(welcome.getByRole('listitem')).toHaveText([
    'Pay on delivery',
    'MTN MoMo',
    'Free delivery in Accra',
  ])
})

test('the slider holds the five latest posts, and each leads to its post', async ({ page, request }) => {
  const posts: { title: string; slug: string }[] = await (await request.get('/api/blog-posts?limit=5')).json()
  expect(posts).toHaveLength(5)
  await page.goto('/')
  const slides = part(page, 'From our blog').getByRole('group')
  await expect(slides.getByRole('heading')).toHaveText(posts.map(({ title }) => title))
  const addresses = await slides
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(addresses).toEqual(posts.map(({ slug }) => `/blog/${slug}`))
  await slides.first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: posts[0]?.title })).toBeVisible()
})

test('the buttons of the slider move it from the first to the last post', { tag: '@faults' }, async ({
  page,
}) => {
  await page.goto('/')
  const slider = part(page, 'From our blog')
  const first = slider.getByRole('group', { name: '1 of 5' })
  const last = slider.getByRole('group', { name: '5 of 5' })
  const next = slider.getByRole('button', { name: 'Next post' })
  const previous = slider.getByRole('button', { name: 'Previous post' })
  await expect(previous).toBeDisabled()
  for (const place of ['2', '3', '4', '5']) {
    await next.click()
    await expect(slider.getByText(`${place}/5`)).toBeVisible()
  }
  await expect(last).toBeInViewport()
  await expect(next).toBeDisabled()
  await expect(first).not.toBeInViewport()
  await previous.click()
  await expect(slider.getByText('4/5')).toBeVisible()
})

test('the opening sale is over and says so', async ({ page }) => {
  await page.goto('/')
  const sale = part(page, 'Grand Opening Sale Coming Soon!')
  await expect(sale.getByText("Time's up!")).toBeVisible()
  await sale.getByRole('link', { name: 'See this week’s picks' }).click()
  await expect(page).toHaveURL('/shop')
})

test('four featured products stand in a row on a laptop and two on a phone', async ({ page, request }) => {
  const featured = await listProducts(request, { sort: 'featured', limit: 4 })
  await page.setViewportSize(laptop)
  await page.goto('/')
  const heading = page.getByRole('heading', { name: 'Featured products' })
  await heading.scrollIntoViewIfNeeded()
  expect(await namesOnCards(page)).toEqual(featured.map(({ name }) => name))
  expect(featured.every((product) => product.featured)).toBe(true)
  expect(await rowsOf(page)).toEqual([4])

  await page.setViewportSize({ width: 360, height: 800 })
  await heading.scrollIntoViewIfNeeded()
  expect(await rowsOf(page)).toEqual([2, 2])
})

/** How many cards lie beside each other, row by row. */
async function rowsOf(page: Page): Promise<number[]> {
  const tops = await cards(page).evaluateAll((all) =>
    all.map((each) => Math.round(each.getBoundingClientRect().top)),
  )
  return [...new Set(tops)].map((top) => tops.filter((each) => each === top).length)
}

for (const [name, category] of [
  ['Cleansers', 'cleanser'],
  ['Serums', 'serum'],
  ['Moisturizers', 'moisturizer'],
] as const) {
  test(
    `the home page leads to the shelf of ${category}s`,
    leftToFaults(category !== 'cleanser'),
    async ({ page, request }) => {
      const onShelf = await listProducts(request, { category })
      await page.goto('/')
      const link = part(page, 'Shop By Category').getByRole('link', { name })
      await expect(link).toHaveAttribute('href', `/shop?category=${category}s`)
      await link.click()
      await expect(page.getByRole('heading', { level: 1, name: `Shop ${name}` })).toBeVisible()
      expect((await namesOnCards(page)).toSorted()).toEqual(onShelf.map((each) => each.name).toSorted())
    },
  )
}

test('someone who subscribes to the letters is thanked, and the words take the focus', async ({ page }) => {
  await page.goto('/')
  const box = part(page, 'Letters about good skin')
  const email = box.getByLabel('Email')
  await box.getByRole('button', { name: 'Subscribe' }).click()
  await expect(box.getByText('Email is required')).toBeVisible()
  await expect(email).toBeFocused()
  await email.fill('ama at home')
  await box.getByRole('button', { name: 'Subscribe' }).click()
  await expect(box.getByText('Invalid email address')).toBeVisible()
  await email.fill(newEmail())
  await box.getByRole('button', { name: 'Subscribe' }).click()
  const thanks = box.getByText('Thank you. The next letter comes to you.')
  await expect(thanks).toBeFocused()
  await expect(email).toBeHidden()
})

test('a subscription that fails keeps the address', { tag: '@faults' }, async ({ page }) => {
  await page.route('/api/newsletter', (route) => route.abort())
  await page.goto('/')
  const box = part(page, 'Letters about good skin')
  await box.getByLabel('Email').fill('ama@example.com')
  await box.getByRole('button', { name: 'Subscribe' }).click()
  await expect(box.getByRole('alert')).toContainText('You are not subscribed yet')
  await expect(box.getByLabel('Email')).toHaveValue('ama@example.com')
})
