import type { ProductDetails } from '#contract/catalogue.ts'
import { isBarcode } from '#rules/choices.ts'
import { csvCell } from '#rules/csv.ts'
import { type Pesewas, plainCedis } from '#rules/money.ts'
import { slugOf } from '#rules/slug.ts'
import { xmlElement } from '#rules/xml.ts'

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
