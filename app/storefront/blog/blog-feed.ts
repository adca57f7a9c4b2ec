import type { PostCard } from '#contract/content.ts'
import { escapeXml, xmlElement } from '#rules/markup.ts'
import { feedAddress, postAddress } from './blog-addresses.ts'

/** The blog for feed readers (RSS 2.0). */
export function blogFeed(publicUrl: string, shopName: string, posts: readonly PostCard[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    xmlElement('title', `${shopName} blog`),
    xmlElement('link', `${publicUrl}/blog`),
    xmlElement('description', `New posts from ${shopName}`),
    xmlElement('language', 'en-gh'),
    `<atom:link href="${escapeXml(publicUrl + feedAddress)}" rel="self" type="application/rss+xml"/>`,
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
    xmlElement('title', title),
    xmlElement('link', address),
    xmlElement('guid', address),
    xmlElement('pubDate', createdAt.toUTCString()),
    xmlElement('description', excerpt),
    '</item>',
  ].join('\n')
}
