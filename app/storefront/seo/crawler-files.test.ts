import { expect, test } from 'vitest'
import { shelfOf } from '#rules/categories.ts'
import { listProductIds, robots, sitemap } from './crawler-files.ts'

const shop = 'https://shop.example'

test('the map holds the fixed pages, each shelf, each product and each post with its last change', () => {
  const posts = [{ slug: 'harmattan', updatedAt: new Date('2025-03-05T10:00:00Z') }]
  const map = sitemap(shop, { posts, productIds: [7], shelves: [shelfOf('eye cream')] })
  expect(map).toContain('<url><loc>https://shop.example/</loc></url>')
  expect(map).toContain('<url><loc>https://shop.example/shop?category=eye+cream</loc></url>')
  expect(map).toContain('<url><loc>https://shop.example/product/7</loc></url>')
  expect(map).toContain(
    '<url><loc>https://shop.example/blog/harmattan</loc><lastmod>2025-03-05T10:00:00.000Z</lastmod></url>',
  )
})

test('pages that belong to one person are not on the map', () => {
  const map = sitemap(shop, { posts: [], productIds: [], shelves: [] })
  for (const path of ['/cart', '/checkout', '/account', '/admin', '/driver']) {
    expect(map).not.toContain(`${shop}${path}`)
  }
})

test('a strange address cannot break the map', () => {
  const map = sitemap(shop, {
    posts: [{ slug: "a&<b'", updatedAt: new Date(0) }],
    productIds: [],
    shelves: [],
  })
  expect(map).toContain('<loc>https://shop.example/blog/a%26%3Cb&apos;</loc>')
})

test('a large catalogue is read page by page to its end', async () => {
  const asked: number[] = []
  const catalogue = {
    listIds: async ({ page, limit }: { page: number; limit: number }) => {
      asked.push(page)
      return Array.from({ length: page < 3 ? limit : 1 }, () => page)
    },
  }
  expect(await listProductIds(catalogue)).toHaveLength(2_001)
  expect(asked).toEqual([1, 2, 3])
})

test('search engines are shown the map and kept out of the back office', () => {
  const rules = robots('https://shop.example').split('\n')
  expect(rules[0]).toBe('User-agent: *')
  expect(rules).toContain('Disallow: /admin')
  expect(rules).toContain('Disallow: /api/')
  expect(rules).toContain('Sitemap: https://shop.example/sitemap.xml')
})

test('no page of the shop that is meant to be found is closed', () => {
  const closed = robots('https://shop.example').match(/(?<=Disallow: ).*/g)
  for (const page of ['/', '/shop', '/product/7', '/blog/harmattan', '/about']) {
    expect(closed?.some((path) => page.startsWith(path))).toBe(false)
  }
})
