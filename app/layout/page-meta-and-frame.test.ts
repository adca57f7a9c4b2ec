import { expect, test } from 'vitest'
import { defaultShopFacts } from '../data/shop-facts.ts'
import { pageMeta, pageTitle } from './page-meta-and-frame.ts'

const visit = {
  location: { pathname: '/about' },
  matches: [{ loaderData: { publicUrl: 'https://shop.example' } }, undefined],
}

test('a title names the page and the shop', () => {
  expect(pageTitle([], 'Sign In')).toBe('Sign In – Adom Beauty')
})

test('the name is the one that the owner has chosen', () => {
  const named = [{ loaderData: { facts: { ...defaultShopFacts, shopName: 'Glow <Ghana>' } } }]
  expect(pageTitle(named, 'Shop')).toBe('Shop – Glow <Ghana>')
})

test('a public page has one address and a card for chats', () => {
  const meta = pageMeta(visit, { title: 'About', description: 'Who we are', image: '/media/hero.jpg' })
  expect(meta).toContainEqual({ title: 'About – Adom Beauty' })
  expect(meta).toContainEqual({ name: 'description', content: 'Who we are' })
  expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://shop.example/about' })
  expect(meta).toContainEqual({ property: 'og:image', content: 'https://shop.example/media/hero.jpg' })
})

test('a page that several addresses show names its true one', () => {
  const meta = pageMeta(visit, { title: 'Serums', path: '/shop?category=serum' })
  expect(meta).toContainEqual({ property: 'og:url', content: 'https://shop.example/shop?category=serum' })
})

test("a person's own page is not for search engines", () => {
  expect(pageMeta(visit, { title: 'Sign In', description: 'Your orders', hidden: true })).toEqual([
    { title: 'Sign In – Adom Beauty' },
    { name: 'description', content: 'Your orders' },
    { name: 'robots', content: 'noindex' },
  ])
})
