import sanitizeHtml from 'sanitize-html'
import { expect, test } from 'vitest'
import { defaultCategories } from '../rules/categories.ts'
import { samplePosts } from './blog-posts.ts'

const keptTags = ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'blockquote', 'a']

function countWords(html: string): number {
  return html
    .replace(/<[^>]+>/g, ' ')
    .split(/\s+/)
    .filter(Boolean).length
}

function linksIn(html: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address ?? '')
}

test('there are five posts, spread over the last weeks with the newest first', () => {
  expect(samplePosts.map((post) => post.days_ago)).toEqual([2, 9, 17, 30, 48])
  expect(new Set(samplePosts.map((post) => post.slug)).size).toBe(5)
  for (const post of samplePosts) expect(post.slug).toMatch(/^[a-z]+(-[a-z]+)*$/)
})

test('an excerpt fits under a card', () => {
  for (const post of samplePosts) {
    expect(post.excerpt.length).toBeGreaterThan(80)
    expect(post.excerpt.length).toBeLessThanOrEqual(160)
  }
})

test('a post is a read of three to four minutes', () => {
  for (const post of samplePosts) {
    expect(countWords(post.content)).toBeGreaterThanOrEqual(600)
    expect(countWords(post.content)).toBeLessThanOrEqual(900)
  }
})

test('cleaning a post for safety takes nothing away from it', () => {
  for (const post of samplePosts) {
    const cleaned = sanitizeHtml(post.content, { allowedTags: keptTags, allowedAttributes: { a: ['href'] } })
    expect(cleaned).toBe(post.content)
  }
})

test('a post links to a shelf of the shop, and every link leads somewhere in the shop', () => {
  for (const post of samplePosts) {
    const links = linksIn(post.content)
    expect(links.some((link) => link.startsWith('/shop'))).toBe(true)
    for (const link of links) {
      const [, category] = /^\/shop\?category=(.+)$/.exec(link) ?? []
      if (category) expect(defaultCategories.map(String)).toContain(category)
      else expect(['/shop', '/contact']).toContain(link)
    }
  }
})

test('posts speak calmly: no exclamation marks', () => {
  for (const post of samplePosts) expect(post.title + post.excerpt + post.content).not.toContain('!')
})
