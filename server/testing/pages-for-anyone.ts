import { pageTable } from '../http/access-table-pages.ts'

/** For routes that are no address yet, or show little without what a letter adds to them. */
const examples: Record<string, string> = {
  'product/:id': 'product/9',
  'blog/:slug': 'blog/what-shea-butter-does',
  'reset-password': 'reset-password?token=made-up',
  'newsletter/leave': 'newsletter/leave?secret=made-up',
  '*': 'no-such-page',
}

/** That of a payment has an address only once a payment has begun. */
const isLater = (route: string) => route === 'pay/:referenceId'

/** What programs read: files, and the products that the wishlist asks for. */
const isForPrograms = (route: string) => /\.\w+$/.test(route) || route === 'wishlist/products'

/** Every page that anyone may open, each in one example from the sample shop. */
export const pagesForAnyone = pageTable
  .filter(({ route, door }) => door === 'anyone' && !isLater(route) && !isForPrograms(route))
  .map(({ route }) => `/${examples[route] ?? route}`)
