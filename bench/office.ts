import { daysOfOrders } from './fill-orders.ts'
import { openFilledShop } from './filled-shop.ts'
import { type Call, measureGrowth } from './growth.ts'
import type { Row } from './table.ts'

const sizes = [1_000, 100_000, 1_000_000].map((orders) => ({ orders, products: 100 }))

/** Each shows as many orders in the smallest shop as in the largest: otherwise pages of different length would be compared. */
const calls: Call[] = [
  { what: 'orders, first page', path: '/api/orders' },
  { what: 'orders, page 100', path: '/api/orders?page=100&limit=10' },
  { what: 'orders of one status', path: '/api/orders?status=Pending&limit=20' },
  { what: 'orders of three days', path: '/api/orders?from=2026-02-01&to=2026-02-03&limit=2' },
  { what: 'orders by phone number', path: '/api/orders?q=024+716+0500' },
  { what: 'orders by code', path: '/api/orders?q=QEE00X1' },
  { what: 'orders by full name', path: '/api/orders?q=Akosua+Mensah&limit=1' },
  { what: 'orders by first name', path: '/api/orders?q=Akosua' },
  { what: 'orders by a pattern', path: '/api/orders?q=%5Eakosua+men.*h%24&limit=1' },
  { what: 'orders by a name that nobody has', path: '/api/orders?q=Wilhelmina' },
  { what: 'one order', path: '/api/orders/1500' },
  { what: 'orders counted by status', path: '/api/orders/counts?after=1500' },
  { what: 'dashboard', path: '/api/dashboard' },
  { what: 'counts in the menu', path: '/api/dashboard/counts' },
  { what: 'export of orders, first rows', path: '/api/orders.csv', file: 'first piece' },
  { what: 'export of orders, read to its end', path: exportOfNewest, file: 'all' },
]

const exportedRows = 20_000

/** As many in each shop, except the smallest: it has fewer. */
function exportOfNewest(orders: number): string {
  const days = Math.min(1, exportedRows / orders) * daysOfOrders
  const from = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  return `/api/orders.csv?from=${from}`
}

/** The back office as the shop grows from a thousand orders to a million. */
export async function benchOffice(): Promise<Row[]> {
  return growing(sizes, calls)
}

export async function growing(
  all: readonly { orders: number; products: number }[],
  asked: readonly Call[],
): Promise<Row[]> {
  const shops = []
  try {
    for (const size of all) {
      console.error(`filling a shop with ${size.orders} orders and ${size.products} products …`)
      shops.push(await openFilledShop(size))
    }
    const rows: Row[] = []
    for (const call of asked) rows.push(await measureGrowth(shops, call))
    return rows
  } finally {
    for (const shop of shops) await shop.close()
  }
}
