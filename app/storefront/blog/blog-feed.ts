import type { PostCard } from '#contract/blog.ts'
import { feedAddress, postAddress } from './blog-addresses.ts'

/** The blog for feed readers (RSS 2.0). */
export function blogFeed(publicUrl: string, shopName: string, posts: readonly PostCard[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    element('title', `${shopName} blog`),
    element('link', `${publicUrl}/blog`),
    element('description', `New posts from ${shopName}`),
    element('language', 'en-gh'),
    `<atom:link href="${escaped(publicUrl + feedAddress)}" rel="self" type="application/rss+xml"/>`,
    ...posts.map((post) => item(publicUrl, post)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n')
}

function item(publicUrl: string, { slug, title, excerpt, createdAt }: PostCard): string {
  const address = publicUrl + postAddress(slug)
  return [
    '<item>',
    element('title', title),
    element('link', address),
    element('guid', address),
    element('pubDate', createdAt.toUTCString()),
    element('description', excerpt),
    '</item>',
  ].join('\n')
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** One forbidden sign makes a whole feed unreadable, so signs that XML does not know are left out. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? '')
}
