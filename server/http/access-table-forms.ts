import { settings } from './access-table-names.ts'

const order =
  'customer_name customer_email customer_phone shipping_address address city state zip delivery_option order_total delivery_fee tracking_code items items.product_id items.quantity items.price_per_item'

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
  'POST /api/products/bulk': 'action ids stock_quantity products products.id products.seen_stock',
  'POST /api/products/update-stock': 'productId quantity',
  'POST /api/orders/whatsapp': `${order} payment_method`,
  'POST /api/orders': `${order} payment_method`,
  'POST /api/orders/manual': `${order} source note`,
  'POST /api/payments/mtn_momo': 'amount orderId customerPhone customerName customerEmail description',
  'POST /api/payments/{referenceId}/retry': 'customerPhone',
  'POST /api/payments/{referenceId}/test-answer': 'answer',
  'POST /api/payments/{referenceId}/accept': 'note',
  'POST /api/payments/{referenceId}/refunded': 'note',
  'POST /api/payments/{referenceId}/refund': 'amount note by_hand refunded_before',
  'PUT /api/orders/{id}': 'status expected_status tapped_at cash cash.collected cash.reason proof_code',
  'PUT /api/orders/status': 'order_ids status expected_status',
  'PUT /api/orders/drivers': 'order_ids driver_id',
  'PUT /api/orders/{id}/note': 'note expected',
  'PUT /api/orders/{id}/delivery-note': 'note',
  'PUT /api/orders/{id}/cash': 'collected reason tapped_at',
  'POST /api/hand-overs': 'driver_id counted note last_entry',
  'POST /api/blog-posts/preview': 'content',
  'POST /api/testimonials': 'name location quote rating',
  'PUT /api/testimonials/{id}': 'hidden',
  'POST /api/contact': 'name email subject message website',
  'POST /api/newsletter': 'email website',
  'POST /api/newsletter/leave': 'secret',
  'PUT /api/messages/{id}': 'state',
  'PUT /api/newsletter/{id}': 'removed',
  'PUT /api/settings': settings,
}

const product =
  'name brands category price stock_quantity description how_to_use benefits ingredients fda_number featured best_seller existingImages id expected seen_stock'

const post = 'title excerpt content published author_id image expected'

/** The same for forms with files: first the texts, then the files. */
export const writableForms: Record<string, { texts: string; files: string }> = {
  'PUT /api/profile': {
    texts: 'id email full_name display_name website phone shipping_address city state avatar_url',
    files: 'avatar',
  },
  'POST /api/products': { texts: product, files: 'images' },
  'PUT /api/products': { texts: product, files: 'images' },
  'POST /api/products/import': { texts: 'dry_run', files: 'file' },
  'POST /api/blog-posts': { texts: post, files: 'image' },
  'PUT /api/blog-posts/{id}': { texts: post, files: 'image' },
  'POST /api/uploads': { texts: '', files: 'image' },
  'POST /api/orders/{id}/proofs': { texts: 'taken_at', files: 'photo' },
}
