/** Who is let in by the guard of a page. Everybody gets the page itself, which is empty until the browser knows who it is. */
export type Door = 'anyone' | 'signed_in' | 'driver' | 'admin'

export type PageRow = {
  /** As in app/routes.ts; '' is the home page. */
  route: string
  door: Door
  /** What the server says to everybody. */
  status: number
  /** Without it, the route itself. */
  address?: string
}

function pages(door: Door, ...routes: string[]): PageRow[] {
  return routes.map((route) => ({ route, door, status: 200 }))
}

/** Every page of the shop. One that is missing here fails the tests. */
export const pageTable: PageRow[] = [
  ...pages('anyone', '', 'shop', 'wishlist', 'wishlist/products', 'cart', 'checkout', 'track-order'),
  { route: 'product/:id', door: 'anyone', status: 200, address: '/product/JAR' },
  { route: 'pay/:referenceId', door: 'anyone', status: 200, address: '/pay/PAYMENT' },
  ...pages('anyone', 'about', 'contact', 'faq', 'blog', 'newsletter/leave'),
  ...pages('anyone', 'shipping-policy', 'returns-policy', 'privacy-policy', 'terms-of-service'),
  { route: 'blog/:slug', door: 'anyone', status: 200, address: '/blog/harmattan' },
  ...pages('anyone', 'blog/rss.xml', 'sitemap.xml', 'robots.txt'),
  ...pages('anyone', 'manifest.webmanifest', 'driver.webmanifest'),
  ...pages('anyone', 'login', 'signup', 'forgot-password', 'reset-password', 'confirm-email'),
  { route: '*', door: 'anyone', status: 404, address: '/nowhere' },

  ...pages('signed_in', 'account', 'user-orders'),
  ...pages('driver', 'driver'),
  ...pages('admin', 'admin', 'admin/products', 'admin/products/import', 'admin/orders'),
  ...pages('admin', 'admin/blog', 'admin/blog/new'),
  { route: 'admin/blog/edit/:id', door: 'admin', status: 200, address: '/admin/blog/edit/1' },
  ...pages('admin', 'admin/messages', 'admin/testimonials', 'admin/newsletter', 'admin/settings'),
  ...pages('admin', 'admin/changes', 'admin/payments', 'admin/cash', 'admin/team'),
]
