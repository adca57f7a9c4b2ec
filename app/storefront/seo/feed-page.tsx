import { shopContext } from '#app/data/shop-context.ts'
import type { ListedProduct } from '#contract/catalogue.ts'
import { pictureAddress } from '#rules/web-address.ts'
import type { Shop } from '#server/shop.ts'
import type { Route } from './+types/feed-page.ts'
import { catalogueCsv, merchantFeed } from './crawler-files.ts'

const feeds = {
  'products.xml': { make: merchantFeed, type: 'application/xml' },
  'whatsapp.csv': { make: catalogueCsv, type: 'text/csv' },
}

function isFeed(file: string): file is keyof typeof feeds {
  return Object.hasOwn(feeds, file)
}

export async function loader({ context, params: { file } }: Route.LoaderArgs) {
  if (!isFeed(file)) throw new Response('Not Found', { status: 404 })
  const shop = context.get(shopContext)
  const [products, { shopName }] = await Promise.all([listProducts(shop), shop.settings.read()])
  const { make, type } = feeds[file]
  return new Response(make({ publicUrl: shop.publicUrl, shopName, pictureOf }, products), {
    headers: { 'content-type': `${type}; charset=utf-8` },
  })
}

const atOnce = 500
const pagesAtMost = 10

/** The newest come first; far more than a shop of this size has. */
async function listProducts(shop: Shop): Promise<ListedProduct[]> {
  const all: ListedProduct[] = []
  for (let page = 1; page <= pagesAtMost; page++) {
    const { products } = await shop.catalogue.listDetails({ page, limit: atOnce })
    all.push(...products)
    if (products.length < atOnce) break
  }
  return all
}

/** As JPEG: not all who read these lists take WebP. */
function pictureOf({ picture, pictures: [first] }: ListedProduct): string | null {
  const shown = picture ?? first
  return shown ? pictureAddress(shown.id, Math.max(...shown.widths), 'jpg') : null
}
