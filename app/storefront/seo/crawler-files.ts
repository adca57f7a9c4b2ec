import type { ListedProduct } from '#contract/catalogue.ts'
import { isBarcode } from '#rules/choices.ts'
import { csvCell } from '#rules/csv.ts'
import { escapeXml, xmlElement } from '#rules/markup.ts'
import { type Pesewas, plainCedis } from '#rules/money.ts'
import { type Shelf, shelfAddress } from '#rules/shelves.ts'
import { slugOf } from '#rules/slug.ts'
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

/** Where the products of the shop are offered elsewhere. */
export type FeedShop = {
  publicUrl: string
  shopName: string
  pictureOf(product: ListedProduct): string | null
}

type Attributes = readonly (readonly [name: string, value: string | null | undefined])[]

const longestTitle = 150
const longestDescription = 5_000

/**
 * What both kinds of list say about a product, by the names that Google, Meta and TikTok share. Prices change with a sale at the
 * second, and the list with them, so it names no days.
 */
function attributesOf({ publicUrl, shopName, pictureOf }: FeedShop, product: ListedProduct): Attributes {
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
export function merchantFeed(shop: FeedShop, products: readonly ListedProduct[]): string {
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

function merchantItem(shop: FeedShop, product: ListedProduct): string {
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
export function catalogueCsv(shop: FeedShop, products: readonly ListedProduct[]): string {
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
