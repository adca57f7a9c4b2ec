import type { ProductDetails } from '#contract/catalogue.ts'
import type { PostCard } from '#contract/content.ts'
import { isBarcode } from '#rules/choices.ts'
import { csvCell } from '#rules/csv.ts'
import { type Pesewas, plainCedis } from '#rules/money.ts'
import { type Shelf, shelfAddress } from '#rules/shelves.ts'
import { slugOf } from '#rules/slug.ts'
import { feedAddress, postAddress } from '../blog/blog-addresses.ts'

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

/** Where the products of the shop are offered elsewhere. */
export type FeedShop = {
  publicUrl: string
  shopName: string
  pictureOf(product: ProductDetails): string | null
}

type Attributes = readonly (readonly [name: string, value: string | null | undefined])[]

const longestTitle = 150
const longestDescription = 5_000

/**
 * What both kinds of list say about a product, by the names that Google, Meta and TikTok share. Prices change with a sale at the
 * second, and the list with them, so it names no days.
 */
function attributesOf({ publicUrl, shopName, pictureOf }: FeedShop, product: ProductDetails): Attributes {
  const { id, name, description, brands, price, regularPrice, article, choiceLabel, choiceColour } = product
  const picture = pictureOf(product)
  return [
    ['id', String(id)],
    ['title', shortened(name, longestTitle)],
    ['description', shortened(description || name, longestDescription)],
    ['link', `${publicUrl}/product/${id}`],
    ['image_link', picture && publicUrl + picture],
    ['price', amount(regularPrice ?? price)],
    ['sale_price', regularPrice === undefined ? null : amount(price)],
    ['condition', 'new'],
    ['brand', brands || shopName],
    ['product_type', product.category],
    ['item_group_id', article && slugOf(article)],
    [choiceColour ? 'color' : 'size', article && choiceLabel],
  ]
}

/** For Google Merchant Center (RSS 2.0); Meta and TikTok read it, too. */
export function merchantFeed(shop: FeedShop, products: readonly ProductDetails[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">',
    '<channel>',
    xmlElement('title', shop.shopName),
    xmlElement('link', shop.publicUrl),
    xmlElement('description', `The products of ${shop.shopName}`),
    ...products.filter(shop.pictureOf).map((product) => merchantItem(shop, product)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n')
}

function merchantItem(shop: FeedShop, product: ProductDetails): string {
  const { stock, sku } = product
  const barcode = sku && isBarcode(sku) ? sku : null
  const attributes: Attributes = [
    ...attributesOf(shop, product),
    ['availability', stock > 0 ? 'in_stock' : 'out_of_stock'],
    ['gtin', barcode],
    ['mpn', barcode ? null : sku],
    ['identifier_exists', sku ? null : 'no'],
  ]
  const elements = attributes.flatMap(([name, value]) => (value ? xmlElement(`g:${name}`, value) : []))
  return ['<item>', ...elements, '</item>'].join('\n')
}

const catalogueColumns = [
  'id',
  'title',
  'description',
  'availability',
  'condition',
  'price',
  'sale_price',
  'link',
  'image_link',
  'brand',
  'quantity_to_sell_on_facebook',
  'item_group_id',
  'color',
  'size',
]

/** For the catalogue of WhatsApp Business, with the columns of Meta's Commerce Manager. */
export function catalogueCsv(shop: FeedShop, products: readonly ProductDetails[]): string {
  const lines = products.filter(shop.pictureOf).map((product) => {
    const values = new Map<string, string | null | undefined>([
      ...attributesOf(shop, product),
      ['availability', product.stock > 0 ? 'in stock' : 'out of stock'],
      ['quantity_to_sell_on_facebook', String(product.stock)],
    ])
    return catalogueColumns.map((column) => values.get(column) ?? '')
  })
  return [catalogueColumns, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

function amount(price: Pesewas): string {
  return `${plainCedis(price)} GHS`
}

function shortened(text: string, most: number): string {
  const letters = [...text.replaceAll(/\s+/g, ' ').trim()]
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : letters.join('')
}

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

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** One forbidden sign makes a whole file unreadable, so signs that XML does not know are left out. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')
}

function xmlElement(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}
