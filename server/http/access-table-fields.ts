import * as names from './access-table-names.ts'

/** The names in an answer, and who gets them: whoever is not named for an address gets no answer at all. */
export type AnswerRow = {
  /** As in the description of the API. */
  route: string
  for: readonly string[]
  /** `x.*` is whatever there is below x. Of a table they are the columns; a picture has none. */
  names: string
  /** What makes the answer another one. */
  query?: string
}

const everybody = ['visitor', 'customer', 'driver', 'admin']
const signedIn = ['customer', 'driver', 'admin']
const admins = ['admin']
const drivers = ['driver']

function to(readers: readonly string[], rows: Record<string, string>): AnswerRow[] {
  return Object.entries(rows).map(([asked, names]) => {
    const [route = '', query] = asked.split('?')
    return { route, for: readers, names, ...(query === undefined ? {} : { query: `?${query}` }) }
  })
}

/** Every answer that says yes. A route without a row fails the tests. */
export const answerFields: AnswerRow[] = [
  ...to(everybody, {
    'POST /api/auth/signup': 'user user.id user.email',
    'POST /api/auth/signin': names.signedInResponse,
    'POST /api/auth/confirm-email': 'success',
    'POST /api/auth/forgot-password': 'success',
    'POST /api/auth/reset-password': 'success',
    'GET /api/products': names.product,
    'GET /api/products/{id}': names.product,
    'POST /api/orders/whatsapp': names.placedOrder,
    'POST /api/orders': names.placedOrder,
    'GET /api/order-tracking/{code}': names.trackedOrder,
    'POST /api/payments/mtn_momo': 'referenceId paymentUrl',
    'GET /api/payments/{referenceId}': names.payment,
    'POST /api/payments/{referenceId}/check': names.payment,
    'POST /api/payments/{referenceId}/retry': 'referenceId paymentUrl',
    'POST /api/payments/{referenceId}/pay-on-delivery': 'order order.id order.tracking_code',
    'POST /api/payments/{referenceId}/test-answer': names.payment,
    'GET /api/blog-posts': names.post,
    'GET /api/blog-posts/{id}': names.post,
    'GET /api/blog-posts/slug/{slug}': names.post,
    'GET /api/testimonials': names.testimonial,
    'POST /api/contact': 'success',
    'POST /api/newsletter': 'success',
    'POST /api/newsletter/leave': 'success',
  }),
  ...to(signedIn, {
    'POST /api/auth/signout': 'success',
    'GET /api/auth/check-admin': names.adminCheck,
    'GET /api/auth/is-driver': 'is_driver',
    'POST /api/auth/resend-confirmation': 'success',
    'POST /api/auth/change-password': 'success',
    'GET /api/account/sessions': 'id device is_current created_at last_used_at',
    'DELETE /api/account/sessions': 'success',
    'DELETE /api/account/sessions/{id}': 'success',
    'POST /api/account/delete': 'success',
    'GET /api/profile/email/{email}': names.profile,
    'PUT /api/profile': names.profile,
    'POST /api/testimonials': names.testimonial,
    'GET /api/orders/user/{email}': names.ownOrders,
  }),
  ...to(['customer'], { 'GET /api/account/data': names.ownData }),
  ...to(drivers, {
    'GET /api/account/data': `${names.ownData} ${names.ownRoles} ${names.ownRounds}`,
    'GET /api/orders/driver': names.driverDay,
    'PUT /api/orders/{id}/cash': 'success',
    'POST /api/orders/{id}/proofs': names.proof,
  }),
  ...to(['driver', 'admin'], {
    'PUT /api/orders/{id}': names.statusStep,
    'GET /api/orders/{id}/delivery': names.delivery,
    'GET /api/orders/{id}/proofs/{proof}': '',
  }),
  ...to(admins, {
    'GET /api/account/data': `${names.ownData} ${names.ownRoles}`,
    'GET /api/team': names.member,
    'PUT /api/team/{id}': names.member,
    'GET /api/team/changes': names.roleChanges,
    'GET /api/products?admin=1': names.shelfProduct,
    'GET /api/products?low_stock=1': names.product,
    'GET /api/products/{id}?admin=1': names.shelfProduct,
    'POST /api/products': names.shelfProduct,
    'PUT /api/products': names.shelfProduct,
    'DELETE /api/products/{id}': 'success',
    'POST /api/products/bulk': 'success changed missing',
    'POST /api/products/import': names.imported,
    'GET /api/products.csv':
      'id name brands category price stock_quantity description how_to_use benefits ingredients fda_number featured best_seller images exported_stock exported_version',
    'POST /api/products/update-stock': 'success updated updated.productId updated.stock_quantity',
    'GET /api/orders': names.officeOrders,
    'GET /api/orders/{id}': names.wholeOrder,
    'GET /api/orders/counts': 'total by_status by_status.* newest_id newer',
    'GET /api/orders.csv': names.ordersFile,
    'POST /api/orders/manual': names.placedOrder,
    'PUT /api/orders/status': names.statusSteps,
    'PUT /api/orders/drivers': names.givenOrders,
    'PUT /api/orders/{id}/note': 'id note',
    'PUT /api/orders/{id}/delivery-note': names.delivery,
    'GET /api/drivers': 'id name email open_orders',
    'GET /api/cash': names.driverCash,
    'GET /api/hand-overs': 'id driver_name expected counted note confirmed_by confirmed_at',
    'POST /api/hand-overs': 'id counted in_hand',
    'GET /api/payments': names.bookedPayments,
    'POST /api/payments/{referenceId}/accept': names.bookedPayment,
    'POST /api/payments/{referenceId}/refund': names.bookedPayment,
    'POST /api/payments/{referenceId}/refunded': names.bookedPayment,
    'GET /api/dashboard': names.dashboard,
    'GET /api/dashboard/counts': 'pendingOrders unreadMessages paymentsToReview',
    'GET /api/version': 'version commit',
    'GET /api/blog-posts?admin=1': `${names.post} updated_at`,
    'GET /api/blog-posts/{id}?admin=1': `${names.post} updated_at`,
    'POST /api/blog-posts': `${names.post} updated_at`,
    'PUT /api/blog-posts/{id}': `${names.post} updated_at`,
    'DELETE /api/blog-posts/{id}': 'success',
    'POST /api/blog-posts/preview': 'content',
    'POST /api/uploads': 'url',
    'GET /api/testimonials?admin=1': `${names.testimonial} hidden`,
    'PUT /api/testimonials/{id}': `${names.testimonial} hidden`,
    'GET /api/messages': names.message,
    'GET /api/messages/counts': 'unread',
    'GET /api/messages/{id}': `${names.message} message`,
    'PUT /api/messages/{id}': `${names.message} message`,
    'GET /api/newsletter': 'id email agreed_at removed',
    'PUT /api/newsletter/{id}': 'id email agreed_at removed',
    'GET /api/newsletter.csv': 'Email Agreed_(GMT)',
    'GET /api/settings': `${names.settings} can_pay_online`,
    'PUT /api/settings': `${names.settings} can_pay_online`,
    'GET /api/changes': names.changes,
    'GET /api/changes/people': 'id name email',
    'POST /api/downloads': 'ticket',
  }),
]
