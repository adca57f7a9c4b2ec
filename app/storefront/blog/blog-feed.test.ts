import { expect, test } from 'vitest'
import { blogFeed } from './blog-feed.ts'

const post = {
  id: 1,
  slug: 'shea-and-you',
  title: 'Shea & <you>',
  excerpt: 'For "every" day\u0000\ud800',
  picture: null,
  createdAt: new Date('2025-05-13T09:30:00Z'),
}

test('a feed names each post with its full address and its day', () => {
  const feed = blogFeed('https://adom.example', 'Adom Beauty', [post])
  expect(feed).toContain('<link>https://adom.example/blog/shea-and-you</link>')
  expect(feed).toContain('<pubDate>Tue, 13 May 2025 09:30:00 GMT</pubDate>')
  expect(feed).toContain('href="https://adom.example/blog/rss.xml"')
})

test('a strange title cannot break the feed', () => {
  const feed = blogFeed('https://adom.example', 'Adom Beauty', [post])
  expect(feed).toContain('<title>Shea &amp; &lt;you&gt;</title>')
  expect(feed).toContain('<description>For &quot;every&quot; day\ufffd</description>')
})

test('a blog without posts still has a readable feed', () => {
  expect(blogFeed('https://adom.example', 'Adom Beauty', [])).not.toContain('<item>')
})
