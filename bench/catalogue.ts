import type { Call } from './growth.ts'
import { growing } from './office.ts'
import type { Row } from './table.ts'

const sizes = [100, 10_000, 100_000].map((products) => ({ orders: 1_000, products }))

/** Each finds as many in the smallest shop as it shows in the largest: otherwise pages of different length would be compared. */
const calls: Call[] = [
  { what: 'shop page with a search', path: '/shop?q=adom' },
  { what: 'shop page with two words', path: '/shop?q=adom+water' },
  { what: 'shop page with a typing error', path: '/shop?q=nokwarre' },
  { what: 'shop page, nothing found', path: '/shop?q=lawnmower' },
  { what: 'products, newest', path: '/api/products' },
  { what: 'products, featured', path: '/api/products?sort=featured' },
  { what: 'products, cheapest', path: '/api/products?sort=price-low' },
  { what: 'products of a category', path: '/api/products?category=mask&sort=featured&limit=10' },
  { what: 'products by a frequent word', path: '/api/products?q=adom&limit=25' },
  { what: 'products by a usual word', path: '/api/products?q=shea&limit=5' },
  { what: 'products by a word, cheapest', path: '/api/products?q=shea&sort=price-low&limit=5' },
  { what: 'products by a rare word', path: '/api/products?q=nr000077&limit=1' },
  { what: 'products with a typing error', path: '/api/products?q=hibiskus&limit=5' },
  { what: 'products of the back office', path: '/api/products?admin=1' },
  { what: 'products with low stock', path: '/api/products?admin=1&low_stock=1&limit=1' },
  { what: 'one product', path: '/api/products/50' },
  { what: 'dashboard', path: '/api/dashboard' },
]

/** Shop and catalogue as they grow from a hundred products to a hundred thousand. */
export async function benchCatalogue(): Promise<Row[]> {
  return growing(sizes, calls)
}
