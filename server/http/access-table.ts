export const actors = ['visitor', 'customer', 'other customer', 'driver', 'other driver', 'admin'] as const

export type Actor = (typeof actors)[number]

type Answers = Record<Actor, number>

export type AccessRow = {
  /** As the server knows it. */
  route: string
  /** The status that each one gets. Where the door is open, the answer to an empty form is often 400. */
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

function everybodySignedIn(status: number) {
  return { customer: status, 'other customer': status, driver: status, 'other driver': status, admin: status }
}

/** Who gets which answer where. A route that is missing here fails the tests. */
export const accessTable: AccessRow[] = [
  { route: 'GET /healthz', answers: anyone(200) },
  { route: 'GET /readyz', answers: anyone(200) },
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
  { route: 'POST /api/auth/signout', answers: signedIn(200) },
  { route: 'GET /api/auth/check-admin', answers: signedIn(200) },
  { route: 'GET /api/auth/is-driver', answers: signedIn(200) },
  { route: 'POST /api/auth/confirm-email', answers: anyone(400), body: {} },
  { route: 'POST /api/auth/resend-confirmation', answers: signedIn(200) },
  { route: 'POST /api/auth/forgot-password', answers: anyone(400), body: {} },
  { route: 'POST /api/auth/reset-password', answers: anyone(400), body: {} },

  { route: 'POST /api/auth/change-password', answers: signedIn(400), body: {} },
  { route: 'GET /api/account/sessions', answers: signedIn(200) },
  { route: 'DELETE /api/account/sessions', answers: signedIn(200) },
  { route: 'DELETE /api/account/sessions/:id', answers: signedIn(404) },
  { route: 'GET /api/account/data', answers: signedIn(200) },
  { route: 'POST /api/account/delete', answers: signedIn(400), body: {} },
  {
    route: 'GET /api/profile/email/:email',
    answers: { ...signedIn(403), admin: 200 },
    address: '/api/profile/email/admin@example.com',
  },
  { route: 'PUT /api/profile', answers: signedIn(415), body: {} },
  { route: 'GET /api/team', answers: admins(200) },
  { route: 'GET /api/team/changes', answers: admins(200) },
  { route: 'PUT /api/team/:id', answers: admins(404), body: { is_driver: true } },

  { route: 'GET /api/products', answers: anyone(200) },
  { route: 'GET /api/products/:id', answers: anyone(404) },

  { route: 'POST /api/products/update-stock', answers: admins(400), body: [] },

  { route: 'POST /api/orders/whatsapp', answers: anyone(400), body: {} },
  { route: 'POST /api/orders', answers: anyone(400), body: {} },
  { route: 'GET /api/order-tracking/:code', answers: anyone(404) },
  { route: 'GET /api/orders', answers: admins(200) },
  { route: 'GET /api/orders.csv', answers: admins(200) },
  {
    route: 'GET /api/orders/user/:email',
    answers: { ...signedIn(403), customer: 200, admin: 200 },
    address: '/api/orders/user/customer@example.com',
  },
  {
    route: 'GET /api/orders/driver',
    answers: { ...signedIn(403), driver: 200, 'other driver': 200 },
  },
  {
    route: 'PUT /api/orders/:id',
    answers: { ...signedIn(403), driver: 404, 'other driver': 404, admin: 404 },
    body: { status: 'Shipped' },
  },

  { route: 'GET /api/blog-posts', answers: anyone(200) },
  { route: 'GET /api/blog-posts', answers: admins(200), address: '/api/blog-posts?admin=1' },
  { route: 'GET /api/blog-posts/:id', answers: anyone(404) },
  { route: 'GET /api/blog-posts/slug/:slug', answers: anyone(404) },

  { route: 'GET /api/testimonials', answers: anyone(200) },
  { route: 'POST /api/testimonials', answers: signedIn(400), body: {} },

  { route: 'POST /api/contact', answers: anyone(400), body: {} },
  { route: 'POST /api/newsletter', answers: anyone(400), body: {} },
  { route: 'POST /api/newsletter/leave', answers: anyone(400), body: {} },
]
