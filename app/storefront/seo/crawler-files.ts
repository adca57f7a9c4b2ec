import { type Shelf, shelfAddress } from '#rules/shelves.ts'
import { escapeXml } from '#rules/xml.ts'
import { postAddress } from '../blog/blog-addresses.ts'

type Listed = {
  posts: readonly { slug: string; updatedAt: Date }[]
  productIds: readonly number[]
  /** Pages that the owner has written. */
  pages?: readonly { path: string; updatedAt: Date }[]
  shelves: readonly Shelf[]
}

/** The pages that anyone may find; carts, accounts and the back office are nobody else's business. */
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

/** All addresses for search engines (sitemaps.org). */
export function sitemap(publicUrl: string, { posts, productIds, shelves, pages = [] }: Listed): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...fixedPages.map((path) => entry(publicUrl + path)),
    ...pages.map(({ path, updatedAt }) => entry(publicUrl + path, updatedAt)),
    ...shelves.map((shelf) => entry(publicUrl + shelfAddress(shelf))),
    ...productIds.map((id) => entry(`${publicUrl}/product/${id}`)),
    ...posts.map(({ slug, updatedAt }) => entry(publicUrl + postAddress(slug), updatedAt)),
    '</urlset>',
    '',
  ].join('\n')
}

function entry(address: string, changedAt?: Date): string {
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  return `<url><loc>${escapeXml(address)}</loc>${changed}</url>`
}

/** Other private pages say themselves that they are not for search, and must be readable to say it. */
const closed = ['/api/', '/admin', '/driver', '/pay/', '/newsletter/']

/** Search results of our own have endless addresses; the shelves are found without them. */
const endless = ['/shop?*q=']

export function robots(publicUrl: string): string {
  return [
    'User-agent: *',
    ...[...closed, ...endless].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
}

type Catalogue = { listIds(place: { limit: number; page: number }): Promise<number[]> }

const atOnce = 1_000

/** A search engine reads at most 50 000 addresses of one list; the newest products come first. */
const pagesAtMost = 40

export async function listProductIds(catalogue: Catalogue): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; page <= pagesAtMost; page++) {
    const found = await catalogue.listIds({ limit: atOnce, page })
    ids.push(...found)
    if (found.length < atOnce) break
  }
  return ids
}
