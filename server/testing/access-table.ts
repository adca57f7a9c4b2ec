import type { OfficeRole } from '#rules/rights.ts'

export const actors = [
  'visitor',
  'customer',
  'other customer',
  'driver',
  'other driver',
  'helper',
  'manager',
  'admin',
] as const

export type Actor = (typeof actors)[number]

type Answers = Record<Actor, number>

export type AccessRow = {
  /** As the server knows it. */
  route: string
  /** The status that each one gets. Where they may call it, the answer to an empty form is often 400. */
  answers: Answers
  /** Without it, every :part of the route becomes 1. */
  address?: string
  body?: object
}

function anyone(status: number): Answers {
  return { visitor: status, ...everybodySignedIn(status) }
}

function signedIn(status: number): Answers {
  return { visitor: 401, ...everybodySignedIn(status) }
}

function admins(status: number): Answers {
  return { visitor: 401, ...everybodySignedIn(403), admin: status }
}

/** Written out here once more: what rules/rights.ts says is to be proved. */
function managers(status: number): Answers {
  return { ...admins(status), manager: status }
}

function helpers(status: number): Answers {
  return { ...managers(status), helper: status }
}

function drivers(status: number): Answers {
  return { ...signedIn(403), driver: status, 'other driver': status }
}

function staff(status: number): Answers {
  return { ...drivers(status), helper: status, manager: status, admin: status }
}

function everybodySignedIn(status: number) {
  return {
    customer: status,
    'other customer': status,
    driver: status,
    'other driver': status,
    helper: status,
    manager: status,
    admin: status,
  }
}

/** Of an order that does not exist. */
const expected = '2026-03-05T09:00:00.000Z'

/** Who gets which answer where. A route that is missing here fails the tests. */
export const accessTable: AccessRow[] = [
  { route: 'GET /healthz', answers: anyone(200) },
  { route: 'GET /stop/:secret', answers: anyone(302) },
  { route: 'GET /readyz', answers: anyone(200) },
  { route: 'GET /metrics', answers: anyone(404) },
  { route: 'GET /.well-known/security.txt', answers: anyone(200) },
  { route: 'GET /media/*', answers: anyone(404) },

  { route: 'GET /api/docs', answers: anyone(200) },
  { route: 'GET /api/docs/json', answers: anyone(200) },
  { route: 'GET /api/docs/yaml', answers: anyone(200) },
  { route: 'GET /api/docs/static/index.html', answers: anyone(302) },
  { route: 'GET /api/docs/static/swagger-initializer.js', answers: anyone(200) },
  { route: 'GET /api/docs/static/*', answers: anyone(200), address: '/api/docs/static/index.css' },
  { route: 'ANY /api', answers: anyone(404) },
  { route: 'ANY /api/*', answers: anyone(404) },

  { route: 'POST /api/auth/signup', answers: anyone(400), body: {} },
  { route: 'POST /api/auth/signin', answers: anyone(400), body: {} },
  { route: 'POST /api/auth/phone/code', answers: anyone(400), body: {} },
  { route: 'POST /api/auth/phone/login', answers: anyone(400), body: {} },
  { route: 'PUT /api/account/phone', answers: signedIn(400), body: {} },
  { route: 'DELETE /api/account/phone', answers: signedIn(200) },
  { route: 'POST /api/account/email/code', answers: signedIn(400), body: {} },
  { route: 'PUT /api/account/email', answers: signedIn(400), body: {} },
  { route: 'POST /api/auth/signout', answers: signedIn(200) },
  { route: 'GET /api/auth/check-admin', answers: signedIn(200) },
  { route: 'GET /api/auth/is-driver', answers: signedIn(200) },
  { route: 'POST /api/auth/confirm-email', answers: anyone(400), body: {} },
  { route: 'POST /api/auth/resend-confirmation', answers: signedIn(200) },
  { route: 'POST /api/auth/forgot-password', answers: anyone(400), body: {} },
  { route: 'POST /api/auth/reset-password', answers: anyone(400), body: {} },
  { route: 'POST /api/auth/owner-link', answers: anyone(400), body: {} },
  { route: 'POST /api/auth/owner', answers: anyone(400), body: {} },

  { route: 'POST /api/auth/change-password', answers: signedIn(400), body: {} },
  { route: 'POST /api/auth/confirm-password', answers: signedIn(400), body: {} },
  { route: 'GET /api/account/second-factor', answers: staff(200) },
  { route: 'POST /api/account/second-factor', answers: staff(400), body: {} },
  { route: 'POST /api/account/second-factor/on', answers: staff(400), body: {} },
  { route: 'POST /api/account/second-factor/off', answers: staff(400), body: {} },
  { route: 'POST /api/account/second-factor/recovery-codes', answers: staff(400), body: {} },
  { route: 'GET /api/account/sessions', answers: signedIn(200) },
  { route: 'DELETE /api/account/sessions', answers: signedIn(200) },
  { route: 'DELETE /api/account/sessions/:id', answers: signedIn(404) },
  { route: 'GET /api/account/data', answers: signedIn(200) },
  { route: 'POST /api/account/delete', answers: signedIn(400), body: {} },
  {
    route: 'GET /api/profile/email/:email',
    answers: { ...managers(200), customer: 200 },
    address: '/api/profile/email/customer@example.com',
  },
  { route: 'PUT /api/profile', answers: signedIn(415), body: {} },
  { route: 'GET /api/team', answers: admins(200) },
  { route: 'GET /api/team/changes', answers: admins(200) },
  { route: 'GET /api/team/invitations', answers: admins(200) },
  {
    route: 'POST /api/team/invitations',
    answers: admins(201),
    body: { role: 'helper', phone: '024 123 4567' },
  },
  {
    route: 'DELETE /api/team/invitations/:id',
    answers: admins(404),
    address: '/api/team/invitations/3fa85f64-5717-4562-b3fc-2c963f66afa6',
  },
  { route: 'PUT /api/team/:id', answers: admins(404), body: { is_driver: true } },
  { route: 'PUT /api/team/:id/block', answers: admins(404), body: { is_blocked: true } },
  { route: 'DELETE /api/team/:id/sessions', answers: admins(404) },
  { route: 'DELETE /api/team/:id/second-factor', answers: admins(404) },
  { route: 'GET /api/keys', answers: admins(200) },
  { route: 'POST /api/keys', answers: admins(201), body: { name: 'Accounts', role: 'helper' } },
  { route: 'DELETE /api/keys/:id', answers: admins(404) },
  { route: 'GET /api/webhooks', answers: admins(200) },
  {
    route: 'POST /api/webhooks',
    answers: admins(201),
    body: { url: 'https://tool.example.com/shop', events: ['stock.low'] },
  },
  { route: 'PUT /api/webhooks/:id', answers: admins(404), body: { is_paused: true } },
  { route: 'POST /api/webhooks/:id/secret', answers: admins(404) },
  { route: 'DELETE /api/webhooks/:id', answers: admins(404) },
  { route: 'POST /api/webhooks/:id/test', answers: admins(404) },
  { route: 'GET /api/webhooks/:id/deliveries', answers: admins(404) },
  { route: 'POST /api/webhooks/:id/deliveries/:delivery/again', answers: admins(404) },

  { route: 'GET /api/products', answers: anyone(200) },
  { route: 'GET /api/products', answers: helpers(200), address: '/api/products?admin=1' },
  { route: 'GET /api/products', answers: helpers(200), address: '/api/products?low_stock=1' },
  { route: 'GET /api/products', answers: helpers(200), address: '/api/products?hidden=1' },
  { route: 'GET /api/products/:id', answers: anyone(404) },
  { route: 'GET /api/products/:id', answers: helpers(404), address: '/api/products/1?admin=1' },
  { route: 'POST /api/products', answers: helpers(415), body: {} },
  { route: 'PUT /api/products', answers: helpers(415), body: {} },
  { route: 'DELETE /api/products/:id', answers: admins(404) },
  { route: 'POST /api/products/choices', answers: helpers(400), body: {} },
  { route: 'POST /api/products/bulk', answers: helpers(400), body: {} },
  { route: 'POST /api/products/bulk', answers: admins(200), body: { action: 'delete', ids: [999_999] } },
  { route: 'POST /api/products/import', answers: managers(415), body: {} },
  { route: 'GET /api/products.csv', answers: managers(200) },

  { route: 'POST /api/products/update-stock', answers: helpers(400), body: [] },

  { route: 'GET /api/categories', answers: helpers(200) },
  { route: 'POST /api/categories', answers: managers(415), body: {} },
  { route: 'PUT /api/categories', answers: managers(415), body: {} },
  { route: 'POST /api/categories/order', answers: managers(400), body: {} },
  { route: 'POST /api/categories/:id/merge', answers: admins(400), body: {} },
  { route: 'DELETE /api/categories/:id', answers: admins(404), address: '/api/categories/999' },
  { route: 'GET /api/sales', answers: managers(200) },
  { route: 'POST /api/sales', answers: managers(400), body: {} },
  { route: 'PUT /api/sales/:id', answers: managers(400), body: {} },
  { route: 'POST /api/sales/:id/end', answers: managers(404), body: {} },
  { route: 'DELETE /api/sales/:id', answers: admins(404) },

  { route: 'POST /api/discounts/check', answers: anyone(400), body: {} },
  { route: 'GET /api/discounts', answers: managers(200) },
  { route: 'POST /api/discounts', answers: managers(400), body: {} },
  { route: 'GET /api/discounts/:id', answers: managers(404) },
  { route: 'PUT /api/discounts/:id', answers: managers(400), body: {} },
  { route: 'DELETE /api/discounts/:id', answers: admins(404) },
  { route: 'POST /api/discounts/:id/codes', answers: managers(400), body: {} },
  { route: 'GET /api/discounts/:id/codes.csv', answers: managers(404) },

  { route: 'POST /api/orders/whatsapp', answers: anyone(400), body: {} },
  { route: 'POST /api/orders', answers: anyone(400), body: {} },
  { route: 'GET /api/order-tracking/:code', answers: anyone(404) },
  { route: 'GET /api/delivery-days', answers: anyone(200) },
  { route: 'GET /api/orders', answers: helpers(200) },
  { route: 'GET /api/orders.csv', answers: managers(200) },
  { route: 'POST /api/orders/cancel', answers: anyone(404), body: { code: 'ZZZZZZ', phone: '0241234567' } },
  {
    route: 'POST /api/orders/new-day',
    answers: anyone(404),
    body: { code: 'ZZZZZZ', phone: '0241234567', day: '2026-03-06' },
  },
  { route: 'POST /api/orders/edit', answers: anyone(404), body: { code: 'ZZZZZZ', phone: '0241234567' } },
  { route: 'GET /api/orders/:id', answers: helpers(404) },
  { route: 'PUT /api/orders/:id/contents', answers: helpers(404), body: {} },
  { route: 'GET /api/orders/counts', answers: helpers(200) },
  { route: 'POST /api/orders/manual', answers: helpers(400), body: {} },
  { route: 'PUT /api/orders/status', answers: helpers(400), body: {} },
  { route: 'PUT /api/orders/:id/confirmation', answers: helpers(404), body: { confirmed: true } },
  { route: 'GET /api/orders/:id/messages', answers: helpers(404) },
  {
    route: 'POST /api/orders/:id/messages/:messageId/again',
    answers: helpers(404),
    address: '/api/orders/1/messages/3fa85f64-5717-4562-b3fc-2c963f66afa6/again',
  },
  { route: 'POST /api/receipts', answers: anyone(404), body: { code: 'ZZZZZZ', phone: '0241234567' } },
  { route: 'GET /api/receipts/:id/pdf', answers: anyone(404), address: '/api/receipts/1/pdf?key=guessed' },
  { route: 'GET /api/orders/:id/receipts', answers: helpers(404) },
  { route: 'POST /api/orders/:id/receipts', answers: helpers(409) },
  { route: 'PUT /api/orders/:id/told', answers: helpers(404), body: { told: true, about: 'received' } },
  { route: 'GET /api/orders/:id/money', answers: managers(404) },
  {
    route: 'POST /api/orders/:id/money',
    answers: managers(404),
    body: { kind: 'receipt', way: 'cash', amount: 1, last_line: 0 },
  },
  {
    route: 'POST /api/orders/:id/money/:line/take-back',
    answers: managers(404),
    address: '/api/orders/1/money/1/take-back',
    body: { note: 'Wrong order' },
  },
  { route: 'GET /api/orders/:id/returns', answers: helpers(404) },
  {
    route: 'POST /api/orders/:id/returns',
    answers: helpers(404),
    body: { items: [{ product_id: 1, quantity: 1, reason: 'damaged', condition: 'used' }], expected },
  },
  {
    route: 'POST /api/orders/:id/returns/:return/step',
    answers: helpers(404),
    address: '/api/orders/1/returns/1/step',
    body: { to: 'fetched', expected },
  },
  {
    route: 'POST /api/orders/:id/returns/:return/receive',
    answers: helpers(404),
    address: '/api/orders/1/returns/1/receive',
    body: { items: [], expected },
  },
  {
    route: 'POST /api/orders/:id/returns/:return/settle',
    answers: managers(404),
    address: '/api/orders/1/returns/1/settle',
    body: { amount: 1, way: 'cash', expected },
  },
  {
    route: 'PUT /api/orders/:id/returns/:return/photo',
    answers: helpers(415),
    address: '/api/orders/1/returns/1/photo',
    body: {},
  },
  {
    route: 'GET /api/orders/:id/returns/:return/photo',
    answers: helpers(404),
    address: '/api/orders/1/returns/1/photo',
  },
  { route: 'PUT /api/orders/:id/note', answers: helpers(404), body: { note: '' } },
  {
    route: 'GET /api/orders/user/:email',
    answers: { ...helpers(200), customer: 200 },
    address: '/api/orders/user/customer@example.com',
  },
  {
    route: 'GET /api/orders/driver',
    answers: { ...signedIn(403), driver: 200, 'other driver': 200 },
  },
  {
    route: 'PUT /api/orders/:id',
    answers: staff(404),
    body: { status: 'Shipped' },
  },

  { route: 'GET /api/dashboard', answers: managers(200) },
  { route: 'GET /api/dashboard/counts', answers: helpers(200) },
  { route: 'GET /api/version', answers: helpers(200) },
  { route: 'GET /api/alerts', answers: helpers(200) },
  { route: 'PUT /api/alerts', answers: helpers(400), body: {} },
  { route: 'PUT /api/alerts/phone', answers: helpers(400), body: {} },
  {
    route: 'DELETE /api/alerts/phones/:id',
    answers: helpers(404),
    address: '/api/alerts/phones/3fa85f64-5717-4562-b3fc-2c963f66afa6',
  },
  { route: 'POST /api/visits', answers: anyone(400), body: {} },
  { route: 'GET /api/visits', answers: managers(200) },

  { route: 'GET /api/drivers', answers: helpers(200) },
  { route: 'PUT /api/orders/drivers', answers: helpers(400), body: {} },
  { route: 'PUT /api/orders/:id/delivery-note', answers: helpers(404), body: { note: 'Ring twice' } },
  {
    route: 'PUT /api/orders/:id/next-delivery',
    answers: helpers(404),
    body: { driver_id: null, deliver_on: null, expected_attempts: 1 },
  },
  { route: 'POST /api/orders/:id/attempts', answers: drivers(404), body: { outcome: 'refused' } },
  { route: 'PUT /api/orders/:id/cash', answers: drivers(404), body: { collected: 1 } },
  { route: 'POST /api/orders/:id/proofs', answers: drivers(415), body: {} },
  { route: 'GET /api/orders/:id/delivery', answers: signedIn(404) },
  { route: 'GET /api/orders/:id/proofs/:proof', answers: signedIn(404) },
  { route: 'GET /api/cash', answers: managers(200) },
  { route: 'GET /api/hand-overs', answers: managers(200) },
  { route: 'POST /api/hand-overs', answers: managers(400), body: {} },

  { route: 'POST /api/payments/mtn_momo', answers: anyone(400), body: {} },
  { route: 'POST /api/payments/pay-on-delivery', answers: anyone(400), body: {} },
  { route: 'GET /api/payments', answers: managers(200) },
  { route: 'GET /api/payments/:referenceId', answers: anyone(404) },
  { route: 'POST /api/payments/:referenceId/check', answers: anyone(404) },
  { route: 'POST /api/payments/:referenceId/retry', answers: anyone(404) },
  { route: 'POST /api/payments/:referenceId/pay-on-delivery', answers: anyone(404) },
  { route: 'POST /api/payments/:referenceId/test-answer', answers: anyone(404), body: { answer: 'approve' } },
  { route: 'POST /api/payments/:referenceId/accept', answers: managers(404), body: { note: 'Fine' } },
  { route: 'POST /api/payments/:referenceId/refund', answers: managers(404), body: { note: 'Broken' } },
  { route: 'POST /api/payments/:referenceId/refunded', answers: managers(404), body: { note: 'By MoMo' } },
  {
    route: 'POST /api/payments/:referenceId/refunds/:refund/decide',
    answers: managers(404),
    body: { outcome: 'paid_back', note: 'Seen there' },
  },
  { route: 'POST /api/payments/callbacks/mtn/:token/:reference', answers: anyone(404) },
  { route: 'PUT /api/payments/callbacks/mtn/:token/:reference', answers: anyone(404) },
  { route: 'POST /api/payments/callbacks/paystack', answers: anyone(404) },
  { route: 'GET /api/messages/callbacks/whatsapp', answers: anyone(404) },
  { route: 'POST /api/messages/callbacks/whatsapp', answers: anyone(404) },

  { route: 'GET /api/blog-posts', answers: anyone(200) },
  { route: 'GET /api/blog-posts', answers: helpers(200), address: '/api/blog-posts?admin=1' },
  { route: 'GET /api/blog-posts/:id', answers: anyone(404) },
  { route: 'GET /api/blog-posts/:id', answers: helpers(404), address: '/api/blog-posts/1?admin=1' },
  { route: 'POST /api/blog-posts', answers: helpers(415), body: {} },
  { route: 'POST /api/blog-posts/preview', answers: helpers(400), body: {} },
  { route: 'PUT /api/blog-posts/:id', answers: helpers(415), body: {} },
  { route: 'DELETE /api/blog-posts/:id', answers: admins(404) },
  { route: 'POST /api/uploads', answers: helpers(415), body: {} },
  { route: 'GET /api/blog-posts/slug/:slug', answers: anyone(404) },

  { route: 'GET /api/pages', answers: managers(200) },
  { route: 'POST /api/pages', answers: managers(400), body: {} },
  { route: 'GET /api/pages/read', answers: managers(200) },
  { route: 'POST /api/pages/preview', answers: managers(400), body: {} },
  { route: 'GET /api/pages/:slug', answers: managers(404) },
  { route: 'PUT /api/pages/:slug', answers: managers(400), body: {} },
  { route: 'DELETE /api/pages/:slug', answers: admins(404) },
  { route: 'GET /api/pages/:slug/versions/:version', answers: managers(404) },
  { route: 'POST /api/pages/:slug/restore', answers: managers(404), body: { version: 1 } },
  { route: 'POST /api/pages/:slug/read', answers: managers(404) },

  { route: 'GET /api/testimonials', answers: anyone(200) },
  { route: 'GET /api/testimonials', answers: managers(200), address: '/api/testimonials?admin=1' },
  { route: 'POST /api/testimonials', answers: signedIn(400), body: {} },
  { route: 'PUT /api/testimonials/:id', answers: managers(404), body: { hidden: true } },

  { route: 'GET /api/products/:id/reviews', answers: anyone(404) },
  { route: 'POST /api/reviews', answers: anyone(415), body: {} },
  { route: 'POST /api/products/:id/back-in-stock', answers: anyone(400), body: {} },
  { route: 'GET /api/reviews', answers: managers(200) },
  { route: 'PUT /api/reviews/:id', answers: managers(404), body: { state: 'hidden' } },
  { route: 'DELETE /api/reviews/:id', answers: admins(404) },

  { route: 'POST /api/contact', answers: anyone(400), body: {} },
  { route: 'POST /api/newsletter', answers: anyone(400), body: {} },
  { route: 'POST /api/newsletter/confirm', answers: anyone(400), body: {} },
  { route: 'POST /api/newsletter/leave', answers: anyone(400), body: {} },
  { route: 'POST /api/newsletter/leave/:secret', answers: anyone(200) },
  { route: 'POST /api/offers', answers: anyone(400), body: {} },
  { route: 'POST /api/offers/leave', answers: anyone(400), body: {} },
  { route: 'GET /api/campaigns', answers: managers(200) },
  { route: 'POST /api/campaigns', answers: managers(400), body: {} },
  { route: 'POST /api/campaigns/preview', answers: managers(400), body: {} },
  { route: 'GET /api/campaigns/:id', answers: managers(404) },
  { route: 'PUT /api/campaigns/:id', answers: managers(400), body: {} },
  { route: 'DELETE /api/campaigns/:id', answers: admins(404) },
  { route: 'PUT /api/campaigns/:id/state', answers: managers(400), body: {} },
  { route: 'POST /api/campaigns/:id/test', answers: managers(404) },

  { route: 'GET /api/conversations', answers: helpers(200) },
  { route: 'GET /api/conversations/:id', answers: helpers(404) },
  { route: 'PUT /api/conversations/:id', answers: helpers(404), body: { version: 0, state: 'closed' } },
  {
    route: 'POST /api/conversations/:id/replies',
    answers: helpers(404),
    body: { way: 'email', text: 'Welcome' },
  },
  { route: 'GET /api/newsletter', answers: managers(200) },
  { route: 'GET /api/newsletter.csv', answers: managers(200) },
  { route: 'PUT /api/newsletter/:id', answers: managers(404), body: { removed: true } },
  { route: 'GET /brand/files/:name', answers: anyone(404) },
  { route: 'GET /api/brand', answers: managers(200) },
  { route: 'PUT /api/brand', answers: managers(415), body: {} },
  { route: 'GET /api/settings', answers: managers(200) },
  { route: 'PUT /api/settings', answers: managers(400), body: {} },
  {
    route: 'PUT /api/settings',
    answers: admins(200),
    body: { version: 0, settings: { payment_methods: { whatsapp: true, mtn_momo: true } } },
  },
  { route: 'GET /api/setup', answers: managers(200) },
  { route: 'PUT /api/setup/opening', answers: managers(400), body: {} },
  { route: 'PUT /api/setup/items/:item', answers: managers(404), body: { is_confirmed: true } },
  { route: 'POST /api/setup/preview', answers: helpers(200) },
  { route: 'GET /api/setup/samples', answers: admins(200) },
  { route: 'DELETE /api/setup/samples', answers: admins(200) },
  { route: 'POST /api/setup/owner-link', answers: admins(403) },
  { route: 'GET /api/home', answers: managers(200) },
  { route: 'PUT /api/home', answers: managers(400), body: {} },
  { route: 'POST /api/downloads', answers: managers(201), body: {} },
  { route: 'GET /api/changes', answers: managers(200) },
  { route: 'GET /api/changes/people', answers: managers(200) },
]

/** Who is let in by the guard of a page. Everybody gets the page itself, which is empty until the browser knows who it is. */
export type PageAccess = 'anyone' | 'signed_in' | 'driver' | OfficeRole

export type PageRow = {
  /** As in app/routes.ts; '' is the home page. */
  route: string
  access: PageAccess
  /** What the server says to everybody. */
  status: number
  /** Without it, the route itself. */
  address?: string
}

function pages(access: PageAccess, ...routes: string[]): PageRow[] {
  return routes.map((route) => ({ route, access, status: 200 }))
}

/** Every page of the shop. One that is missing here fails the tests. */
export const pageTable: PageRow[] = [
  ...pages('anyone', '', 'shop', 'wishlist', 'wishlist/products', 'cart', 'checkout', 'track-order'),
  { route: 'product/:id', access: 'anyone', status: 200, address: '/product/JAR' },
  { route: 'pay/:referenceId', access: 'anyone', status: 200, address: '/pay/PAYMENT' },
  ...pages('anyone', 'about', 'contact', 'faq', 'blog', 'newsletter/leave'),
  ...pages('anyone', 'shipping-policy', 'returns-policy', 'privacy-policy', 'terms-of-service'),
  { route: 'blog/:slug', access: 'anyone', status: 200, address: '/blog/harmattan' },
  { route: 'pages/:slug', access: 'anyone', status: 404, address: '/pages/nowhere' },
  ...pages('anyone', 'blog/rss.xml', 'sitemap.xml', 'robots.txt'),
  { route: 'feeds/:file', access: 'anyone', status: 200, address: '/feeds/products.xml' },
  ...pages('anyone', 'manifest.webmanifest', 'driver.webmanifest'),
  { route: 'brand/:sheet', access: 'anyone', status: 404, address: '/brand/nowhere' },
  ...pages('anyone', 'login', 'signup', 'forgot-password', 'reset-password', 'confirm-email'),
  ...pages('anyone', 'welcome'),
  { route: 'opening-soon', access: 'anyone', status: 302 },
  { route: '*', access: 'anyone', status: 404, address: '/nowhere' },

  ...pages('signed_in', 'account', 'user-orders'),
  ...pages('driver', 'driver'),
  ...pages('helper', 'admin/orders', 'admin/messages', 'admin/products', 'admin/blog', 'admin/blog/new'),
  { route: 'admin/blog/edit/:id', access: 'helper', status: 200, address: '/admin/blog/edit/1' },
  { route: 'admin/*', access: 'manager', status: 200, address: '/admin' },
  ...pages('manager', 'admin/start', 'admin/visits', 'admin/products/import'),
  ...pages('manager', 'admin/categories', 'admin/sales', 'admin/discounts'),
  ...pages('manager', 'admin/testimonials', 'admin/reviews', 'admin/newsletter', 'admin/home'),
  ...pages('manager', 'admin/pages', 'admin/pages/new'),
  { route: 'admin/pages/edit/:slug', access: 'manager', status: 200, address: '/admin/pages/edit/about' },
  ...pages('manager', 'admin/settings', 'admin/news', 'admin/brand', 'admin/changes'),
  ...pages('manager', 'admin/payments', 'admin/cash'),
  ...pages('admin', 'admin/team'),
]

/** For routes that are no address yet, or show little without what an e-mail adds to them. */
const examples: Record<string, string> = {
  'product/:id': 'product/9',
  'blog/:slug': 'blog/what-shea-butter-does',
  'pages/:slug': 'pages/no-such-page',
  'reset-password': 'reset-password?token=made-up',
  welcome: 'welcome?token=made-up',
  'newsletter/leave': 'newsletter/leave?secret=made-up',
  '*': 'no-such-page',
}

/** That of a payment has an address only once a payment has begun, and that of a closed shop leads home from an open one. */
const isLater = (route: string) => route === 'pay/:referenceId' || route === 'opening-soon'

/** What programs read: files, and the products that the wishlist asks for. */
const isForPrograms = (route: string) =>
  /\.\w+$/.test(route) || ['wishlist/products', 'brand/:sheet', 'feeds/:file'].includes(route)

/** Every page that anyone may open, each in one example from the sample shop. */
export const pagesForAnyone = pageTable
  .filter(({ route, access }) => access === 'anyone' && !isLater(route) && !isForPrograms(route))
  .map(({ route }) => `/${examples[route] ?? route}`)
