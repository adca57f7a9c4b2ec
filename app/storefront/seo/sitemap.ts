import { postAddress } from '../blog/blog-addresses.ts'

type Listed = { posts: readonly { slug: string; updatedAt: Date }[]; productIds: readonly number[] }

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
export function sitemap(publicUrl: string, { posts, productIds }: Listed): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...fixedPages.map((path) => entry(publicUrl + path)),
    ...productIds.map((id) => entry(`${publicUrl}/product/${id}`)),
    ...posts.map(({ slug, updatedAt }) => entry(publicUrl + postAddress(slug), updatedAt)),
    '</urlset>',
    '',
  ].join('\n')
}

function entry(address: string, changedAt?: Date): string {
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  return `<url><loc>${escaped(address)}</loc>${changed}</url>`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')
}
