import { besideBareServer } from './beside-bare-server.ts'
import type { MeasuredShop } from './measured-shop.ts'
import type { Row } from './table.ts'

/** What most visitors ask for, beside a server that does nothing but send the same bytes. */
export async function benchPages(shop: MeasuredShop): Promise<Row[]> {
  const { products, asset } = await look(shop.address)
  const claims = [
    { what: 'home page, kept', path: '/', atLeast: 0.8 },
    { what: 'shop page, kept', path: '/shop', atLeast: 0.8 },
    { what: 'product page, kept', path: `/product/${products[0]?.id}`, atLeast: 0.8 },
    { what: 'a script', path: asset, atLeast: 0.8 },
    { what: 'GET /api/products, 20 products', path: '/api/products?limit=20', atLeast: 0.7 },
  ]
  const rows: Row[] = []
  for (const claim of claims) rows.push(await besideBareServer(shop, claim))
  return rows
}

async function look(address: string): Promise<{ products: { id: number }[]; asset: string }> {
  const products = await (await fetch(`${address}/api/products`)).json()
  const [asset] = (await (await fetch(address)).text()).match(/\/assets\/[\w.-]+\.js/) ?? []
  if (asset === undefined) throw new Error('The home page names no script')
  return { products, asset }
}
