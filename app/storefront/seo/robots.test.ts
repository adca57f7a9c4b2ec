import { expect, test } from 'vitest'
import { robots } from './robots.ts'

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
