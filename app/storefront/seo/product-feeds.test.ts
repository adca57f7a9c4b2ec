import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { ProductDetails } from '#contract/catalogue.ts'
import { catalogueCsv, type FeedShop, merchantFeed } from './crawler-files.ts'

const shop: FeedShop = {
  publicUrl: 'https://shop.example',
  shopName: 'Night Market',
  pictureOf: ({ picture }) => picture && `/media/pictures/${picture.id}/1200.jpg`,
}

const cream = {
  id: 7,
  name: 'Shea & Honey',
  description: 'Soft\nskin <all> day',
  brands: 'Adom',
  category: 'moisturizer',
  price: 8_550,
  stock: 3,
  picture: { id: 'p1' },
} as ProductDetails

/** The attributes of each item, by their names. */
function itemsOf(feed: string): Record<string, string>[] {
  return feed
    .split('<item>')
    .slice(1)
    .map((item) =>
      Object.fromEntries(
        [...item.matchAll(/<g:(\w+)>(.*)<\/g:\1>/g)].map(([, name, value]) => [name, value]),
      ),
    )
}

const rowsOf = (csv: string): Record<string, string>[] => parse(csv, { columns: true })

const requiredByGoogle = [
  'id',
  'title',
  'description',
  'link',
  'image_link',
  'availability',
  'price',
  'condition',
]
const requiredByMeta = [...requiredByGoogle, 'brand']

test('each product has all attributes that Google and Meta require', () => {
  const [item = {}] = itemsOf(merchantFeed(shop, [cream]))
  expect(Object.keys(item)).toEqual(expect.arrayContaining(requiredByGoogle))
  expect(item).toMatchObject({
    id: '7',
    title: 'Shea &amp; Honey',
    description: 'Soft skin &lt;all&gt; day',
    link: 'https://shop.example/product/7',
    image_link: 'https://shop.example/media/pictures/p1/1200.jpg',
    availability: 'in_stock',
    price: '85.50 GHS',
    brand: 'Adom',
    identifier_exists: 'no',
  })
  const [row = {}] = rowsOf(catalogueCsv(shop, [cream]))
  for (const name of requiredByMeta) expect([name, row[name]]).not.toEqual([name, ''])
  expect(row).toMatchObject({
    title: 'Shea & Honey',
    description: 'Soft skin <all> day',
    availability: 'in stock',
    quantity_to_sell_on_facebook: '3',
    price: '85.50 GHS',
  })
})

test('a sale stands beside the regular price, sizes and shades belong together, and a barcode is named as one', () => {
  const sale = { ...cream, price: 6_000, regularPrice: 8_550, sku: '4006381333931', stock: 0 }
  const shade = {
    ...cream,
    id: 8,
    article: 'Lip Tint',
    choiceLabel: 'Ruby',
    choiceColour: '#aa0022',
    sku: 'LT-R',
  }
  const [reduced, ruby] = itemsOf(merchantFeed(shop, [sale, shade]))
  expect(reduced).toMatchObject({
    price: '85.50 GHS',
    sale_price: '60.00 GHS',
    availability: 'out_of_stock',
    gtin: '4006381333931',
  })
  expect(ruby).toMatchObject({ item_group_id: 'lip-tint', color: 'Ruby', mpn: 'LT-R' })
  expect(rowsOf(catalogueCsv(shop, [{ ...shade, choiceColour: undefined }]))).toMatchObject([
    { item_group_id: 'lip-tint', size: 'Ruby', color: '' },
  ])
})

test('what cannot be shown is left out, long texts are cut, and a product without a brand has the shop’s', () => {
  const unseen = { ...cream, picture: null }
  expect(itemsOf(merchantFeed(shop, [unseen]))).toEqual([])
  expect(rowsOf(catalogueCsv(shop, [unseen]))).toEqual([])
  const [item = {}] = itemsOf(merchantFeed(shop, [{ ...cream, name: 'x'.repeat(200), brands: '' }]))
  expect([item.title?.length, item.brand]).toEqual([150, 'Night Market'])
})
