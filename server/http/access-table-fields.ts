/** The names in an answer, and who gets them: whoever is not named here gets no answer at all. */
export type AnswerRow = { address: string; for: readonly string[]; names: string }

const everybody = ['visitor', 'customer', 'driver', 'admin']

const product =
  'id name description brands price image images category how_to_use benefits ingredients stock_quantity featured best_seller created_at'

const post = 'id slug title excerpt image content author_id published created_at'

const testimonial = 'id name location quote rating image created_at'

const items =
  'items items.product_id items.product_name items.quantity items.price_per_item items.total_price items.image'

/** What anybody learns who knows a tracking code: no phone, no e-mail, no address. */
const tracked = `id tracking_code order_status created_at updated_at customer_name ${items} subtotal delivery_fee order_total refunded`

const person =
  'id email email_confirmed full_name display_name website phone shipping_address city state avatar_url'

/** Answers that show different people different things. `ORDER` is Kofi's, which the driver brings. */
export const answerFields: AnswerRow[] = [
  { address: '/api/products', for: everybody, names: product },
  { address: '/api/products?admin=1', for: ['admin'], names: `${product} updated_at fda_number` },
  { address: '/api/blog-posts', for: everybody, names: post },
  { address: '/api/blog-posts?admin=1', for: ['admin'], names: `${post} updated_at` },
  { address: '/api/testimonials', for: everybody, names: testimonial },
  { address: '/api/testimonials?admin=1', for: ['admin'], names: `${testimonial} hidden` },
  {
    address: '/api/order-tracking/KOF002',
    for: everybody,
    names: `order ${under('order', `${tracked} payment_state history history.status history.at`)}`,
  },
  {
    address: '/api/orders/user/Kofi.O@Example.com',
    for: ['admin'],
    names: `orders ${under('orders', `${tracked} customer_email customer_phone shipping_address delivery_option payment_method payment_state`)}`,
  },
  { address: '/api/profile/email/customer@example.com', for: ['customer', 'admin'], names: person },
  { address: '/api/profile/email/driver@example.com', for: ['driver', 'admin'], names: person },
  {
    address: '/api/team',
    for: ['admin'],
    names: 'id name email email_confirmed is_admin is_driver created_at',
  },
  { address: '/api/drivers', for: ['admin'], names: 'id name email open_orders' },
  {
    address: '/api/account/sessions',
    for: ['customer', 'driver', 'admin'],
    names: 'id device is_current created_at last_used_at',
  },
  {
    address: '/api/auth/check-admin',
    for: ['customer', 'driver', 'admin'],
    names: `is_admin user ${under('user', 'id name email is_driver is_admin')}`,
  },
]

function under(name: string, names: string): string {
  return names
    .split(' ')
    .map((each) => `${name}.${each}`)
    .join(' ')
}

/** The fields that each route takes from whoever may call it. Anything else is refused by its name. */
export const writableFields: Record<string, string> = {
  'POST /api/auth/signup': 'email password',
  'POST /api/auth/signin': 'email password',
  'POST /api/auth/confirm-email': 'token',
  'POST /api/auth/forgot-password': 'email',
  'POST /api/auth/reset-password': 'token password',
  'POST /api/auth/change-password': 'current_password password',
  'POST /api/account/delete': 'password',
  'PUT /api/team/{id}': 'is_admin is_driver',
  'POST /api/orders/whatsapp':
    'customer_name customer_email customer_phone shipping_address address city state zip delivery_option payment_method order_total delivery_fee tracking_code items',
  'POST /api/orders':
    'customer_name customer_email customer_phone shipping_address address city state zip delivery_option payment_method order_total delivery_fee tracking_code items',
  'POST /api/payments/mtn_momo': 'amount orderId customerPhone customerName customerEmail description',
  'PUT /api/orders/{id}': 'status expected_status tapped_at cash proof_code',
  'POST /api/orders/manual':
    'customer_name customer_email customer_phone shipping_address address city state zip delivery_option order_total delivery_fee tracking_code items source note',
  'PUT /api/orders/status': 'order_ids status expected_status',
  'PUT /api/orders/drivers': 'order_ids driver_id',
  'PUT /api/orders/{id}/cash': 'collected reason tapped_at',
  'POST /api/hand-overs': 'driver_id counted note last_entry',
  'POST /api/testimonials': 'name location quote rating',
  'PUT /api/testimonials/{id}': 'hidden',
  'POST /api/contact': 'name email subject message website',
  'POST /api/newsletter': 'email website',
}
