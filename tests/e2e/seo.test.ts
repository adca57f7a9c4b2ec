import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { defaultCategories } from '#rules/categories.ts'
import { shelfAddress } from '#rules/shelves.ts'
import { test } from './setup/quiet-shop.ts'
import { findProduct, listProducts } from './setup/shopping.ts'

// Chats and most search engines read a page as it comes, without running its scripts.
test.use({ javaScriptEnabled: false })

type Facts = Record<string, unknown> & { '@type'?: string }

/** What the page tells search engines; anything that cannot be read fails here. */
async function factsOn(page: Page): Promise<Facts[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  const facts: Facts[] = texts.map((text) => JSON.parse(text))
  for (const each of facts) expect(each['@context']).toBe('https://schema.org')
  return facts
}

async function factOn(page: Page, type: string): Promise<Facts> {
  const found = (await factsOn(page)).find((each) => each['@type'] === type)
  if (!found) throw new Error(`The page says nothing of the kind ${type}`)
  return found
}

test('search engines read a product with its price in cedis and whether it is there', async ({
  page,
  request,
  baseURL,
}) => {
  for (const [name, availability] of [
    ['Shea Butter Gentle Cleanser', 'https://schema.org/InStock'],
    ['Kaolin Clay Mask', 'https://schema.org/OutOfStock'],
  ] as const) {
    const { id, price } = await findProduct(request, name)
    await page.goto(`/product/${id}`)
    const product = await factOn(page, 'Product')
    expect(product.name).toBe(name)
    expect(product.offers).toMatchObject({
      '@type': 'Offer',
      url: `${baseURL}/product/${id}`,
      priceCurrency: 'GHS',
      price: price.toFixed(2),
      availability,
    })
    const [picture] = product.image as string[]
    expect((await request.get(picture ?? '')).headers()['content-type']).toBe('image/webp')
  }
})

test('search engines read the way to a product', { tag: '@faults' }, async ({ page, request, baseURL }) => {
  const { id, name } = await findProduct(request, 'Hibiscus Glow Serum')
  await page.goto(`/product/${id}`)
  const { itemListElement: steps } = await factOn(page, 'BreadcrumbList')
  expect(steps).toMatchObject([
    { position: 1, name: 'Home', item: `${baseURL}/` },
    { position: 2, name: 'Shop', item: `${baseURL}/shop` },
    { position: 3, name: 'Serum', item: `${baseURL}/shop?category=serum` },
    { position: 4, name, item: `${baseURL}/product/${id}` },
  ])
})

test('search engines read the shop, a post and the eight questions', { tag: '@faults' }, async ({
  page,
  baseURL,
}) => {
  await page.goto('/')
  const [home] = await factsOn(page)
  expect(home?.['@graph']).toMatchObject([
    { '@type': 'Organization', name: 'Adom Beauty', url: `${baseURL}/` },
    { '@type': 'WebSite', potentialAction: { '@type': 'SearchAction' } },
  ])
  await page.goto('/blog/harmattan-skin-care')
  const post = await factOn(page, 'BlogPosting')
  expect(post.mainEntityOfPage).toBe(`${baseURL}/blog/harmattan-skin-care`)
  expect(post.headline).toBe(await page.getByRole('heading', { level: 1 }).textContent())
  expect(Date.parse(String(post.datePublished))).toBeLessThan(Date.now())
  await page.goto('/faq')
  expect((await factOn(page, 'FAQPage')).mainEntity).toHaveLength(8)
})

test('every public page names its own address and shows a card in chats', async ({
  page,
  request,
  baseURL,
}) => {
  const { id } = await findProduct(request, 'Hibiscus Glow Serum')
  const titles = new Set<string>()
  const pages = [...fixedPages, `/product/${id}`, '/blog/harmattan-skin-care', '/shop?category=serum']
  for (const path of pages) {
    const { title, canonical, meta } = await readHead(page, await (await request.get(path)).text())
    const address = `${baseURL}${path}`
    expect(canonical).toBe(address)
    expect(meta['og:url']).toBe(address)
    expect(meta['og:title']).toBe(title)
    expect(meta['og:description']).toBe(meta.description)
    expect(meta.description?.length).toBeGreaterThan(40)
    const picture = new URL(meta['og:image'] ?? '')
    expect(picture.origin).toBe(baseURL)
    const answer = await request.get(picture.href)
    expect(answer.headers()['content-type']).toMatch(/^image\/(jpeg|webp)$/)
    expect((await answer.body()).length).toBeLessThan(300_000)
    titles.add(title)
  }
  expect(titles.size).toBe(pages.length)
})

function readHead(page: Page, html: string) {
  return page.evaluate((text) => {
    const { title, head } = new DOMParser().parseFromString(text, 'text/html')
    const meta: Record<string, string> = {}
    for (const each of head.querySelectorAll('meta[content]'))
      meta[each.getAttribute('property') ?? each.getAttribute('name') ?? ''] =
        each.getAttribute('content') ?? ''
    return { title, canonical: head.querySelector('link[rel=canonical]')?.getAttribute('href'), meta }
  }, html)
}

const fixedPages = [
  '/',
  '/shop',
  '/blog',
  '/about',
  '/contact',
  '/faq',
  '/shipping-policy',
  '/returns-policy',
  '/privacy-policy',
  '/terms-of-service',
]

test('the sitemap leads to every page that anyone may find, and each of them answers', {
  tag: '@faults',
}, async ({ request, baseURL }) => {
  const posts: { slug: string }[] = await (await request.get('/api/blog-posts?limit=50')).json()
  const products = await listProducts(request)
  const addresses = await addressesIn(request, '/sitemap.xml', 'loc')
  expect(addresses).toEqual([
    ...fixedPages.map((path) => `${baseURL}${path}`),
    ...defaultCategories.map((slug) => `${baseURL}${shelfAddress({ slug })}`),
    ...products.map(({ id }) => `${baseURL}/product/${id}`),
    ...posts.map(({ slug }) => `${baseURL}/blog/${slug}`),
  ])
  for (const address of addresses) expect((await request.get(address)).status()).toBe(200)
})

async function addressesIn(request: APIRequestContext, path: string, tag: string): Promise<string[]> {
  const answer = await request.get(path)
  expect(answer.headers()['content-type']).toMatch(/xml/)
  const matches = (await answer.text()).matchAll(new RegExp(`<${tag}>([^<]+)</${tag}>`, 'g'))
  return Array.from(matches, ([, address = '']) => address)
}

test('search engines are told what is private and where the map is', async ({ request, baseURL }) => {
  const text = await (await request.get('/robots.txt')).text()
  expect(text).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  for (const path of ['/api/', '/admin', '/driver']) expect(text).toContain(`Disallow: ${path}\n`)
  expect(text).not.toContain('Disallow: /\n')
})

test('the feed of the blog holds every post and can be read', async ({ page, request, baseURL }) => {
  const posts: { slug: string }[] = await (await request.get('/api/blog-posts?limit=20')).json()
  const links = await addressesIn(request, '/blog/rss.xml', 'link')
  expect(links).toEqual([`${baseURL}/blog`, ...posts.map(({ slug }) => `${baseURL}/blog/${slug}`)])
  await page.goto('/blog')
  await expect(page.locator('link[type="application/rss+xml"]')).toHaveAttribute('href', '/blog/rss.xml')
  const feed = await (await request.get('/blog/rss.xml')).text()
  const mistakes = await page.evaluate(
    (xml) => new DOMParser().parseFromString(xml, 'text/xml').querySelectorAll('parsererror').length,
    feed,
  )
  expect(mistakes).toBe(0)
})

test('a phone can install the shop', async ({ page, request }) => {
  await page.goto('/')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await request.get(address ?? '')).json()
  expect(manifest).toMatchObject({ name: 'Adom Beauty', start_url: '/', display: 'standalone' })
  const sizes = manifest.icons.map((icon: { sizes: string }) => icon.sizes)
  expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(manifest.icons.some((icon: { purpose?: string }) => icon.purpose === 'maskable')).toBe(true)
  for (const icon of manifest.icons) expect((await request.get(icon.src)).ok()).toBe(true)
})
