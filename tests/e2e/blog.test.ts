import { expect, type Page } from '@playwright/test'
import { relativeTime } from '#rules/dates.ts'
import { test } from './setup/quiet-shop.ts'
import { cards } from './setup/shopping.ts'

type Post = { title: string; slug: string; excerpt: string; created_at: string }

const posts = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: /^Read more/ }) })

test('the blog lists its posts with picture, time, excerpt and a link, the newest first', async ({
  page,
  request,
}) => {
  const written: Post[] = await (await request.get('/api/blog-posts?limit=12')).json()
  const asked = new Date()
  await page.goto('/blog')
  const shown = new Date()
  await expect(page.getByRole('heading', { level: 1, name: 'Our Blog' })).toBeVisible()
  await expect(posts(page)).toHaveCount(written.length)
  for (const [place, post] of written.entries()) {
    const card = posts(page).nth(place)
    await expect(card.getByRole('heading')).toHaveText(post.title)
    await expect(card).toContainText(post.excerpt)
    // A minute may pass while the page comes.
    const ages = [asked, shown].map((now) => relativeTime(new Date(post.created_at), now))
    await expect(card.getByRole('time')).toHaveText(new RegExp(`^(${ages.join('|')})$`))
    await expect(card.getByRole('time')).toHaveAttribute('datetime', post.created_at)
    await expect(card.getByRole('link')).toHaveAttribute('href', `/blog/${post.slug}`)
    await expect(card.getByRole('link')).toContainText('Read more')
    await expect(card.locator('img')).toBeAttached()
  }
})

test('a post has its title, time, picture, text, products and other posts', async ({ page }) => {
  await page.goto('/blog')
  await posts(page)
    .filter({ hasText: 'What Shea Butter Does' })
    .getByRole('link', { name: /^Read more/ })
    .click()
  const article = page.getByRole('article').first()
  await expect(article.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(article.getByText(/^Published \d+ (day|hour|minute|month|year)s? ago$/)).toBeVisible()
  await expect(article.getByRole('img').first()).toHaveAttribute('alt', /\w/)
  await expect(article.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'From our shop' }).getByRole('article')).toHaveCount(3)
  await expect(
    page.getByRole('region', { name: 'More from our blog' }).getByRole('link', { name: /^Read more/ }),
  ).toHaveCount(3)
  await article.getByRole('link', { name: 'All posts' }).click()
  await expect(page).toHaveURL('/blog')
})

test('a post can be shared on WhatsApp and its link copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/blog/what-shea-butter-does')
  const share = page.getByRole('region', { name: 'Share this post' })
  const chat = await share.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
  expect(new URL(chat ?? '').searchParams.get('text')).toBe(
    `What Shea Butter Does, and What It Cannot Do ${page.url()}`,
  )
  await share.getByRole('button', { name: 'Copy link' }).click()
  await expect(share.getByRole('status')).toHaveText('Link copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
})

test('an unknown post leads to the blog with a word of explanation', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/blog/a-post-that-was-never-written')
  await expect(page).toHaveURL(/\/blog\?gone=1$/)
  await expect(page.getByText('That post is no longer available.')).toBeVisible()
  await expect(posts(page).first()).toBeVisible()
  expect(new URL((await page.locator('link[rel=canonical]').getAttribute('href')) ?? '').search).toBe('')
})

test('a page of the blog that does not exist opens the first one', { tag: '@faults' }, async ({ page }) => {
  for (const wanted of ['900', '0', 'two']) {
    await page.goto(`/blog?page=${wanted}`)
    await expect(page).toHaveURL('/blog')
  }
})

test('the products below a post can be put into the cart there', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/blog/harmattan-skin-care')
  const add = cards(page)
    .getByRole('button', { name: /^Quick Add/ })
    .first()
  await add.click()
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
})
