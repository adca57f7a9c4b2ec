/** Puts a name before each of them. */
function under(name: string, names: string): string {
  return names
    .split(' ')
    .map((each) => `${name}.${each}`)
    .join(' ')
}

/** A list or a thing with all that is in it. */
function all(name: string, names: string): string {
  return `${name} ${under(name, names)}`
}

const product =
  'id name description brands price image images category how_to_use benefits ingredients stock_quantity featured best_seller sku article choice_label choice_colour set_parts set_parts.product_id set_parts.name set_parts.quantity set_parts.price set_parts.is_sold created_at regular_price sale_ends_at rating review_count'

/** What the back office sees besides. */
const shelfProduct = `${product} updated_at fda_number hidden ${all('goes_with', 'product_id name hidden')} goes_with_bought sale_price`

const category =
  'id name heading slug old_slugs picture alt focus_x focus_y sample_picture home_place in_footer hidden products updated_at'

const sale = `id name percent amount floor scope category ${all('products', 'id name')} starts_at ends_at countdown state updated_at`

const campaignForm = 'name channel subject text link days category town'
const campaign = `id ${campaignForm} state starts_at started_at ended_at waits_until hold_reason updated_at people waiting sent delivered read failed unsubscribed`

const discountForm =
  'name kind percent amount buy_quantity get_quantity minimum_spend product_ids categories first_order_only uses_per_customer most_uses starts_at ends_at combinable automatic enabled code'

const discount = `id ${discountForm} uses codes codes_used was_used updated_at`

const post = 'id slug title excerpt image content author_id published created_at'

const testimonial = 'id name location quote rating image created_at'

const review = `id rating text name town ${all('photos', 'small large')} answer created_at`
const officeReview = `${review} state order_id product_id product_name`

const profile =
  'id email sign_in_phone email_confirmed full_name display_name website phone shipping_address city state avatar_url'

const member =
  'id name email email_confirmed is_admin is_manager is_helper is_driver is_blocked has_second_factor created_at'

const alerts = `${all('choices', 'kind mail push sound')} email push_key ${all('phones', 'id device is_this_one added_at')}`

const apiKey = 'id name role prefix made_by made_at last_used_at'
const webhook = 'id url events made_at paused_at failing_since'
const webhookCall = 'id event state tries status failure created_at tried_at due_at'

const invitation = 'id role email phone invited_by invited_at expires_at'

const account = 'id name email is_driver is_admin role'
const signedInResponse = `${all('user', account)} token`
const adminCheck = `is_admin ${all('user', account)}`

const boughtItem = 'product_id product_name quantity price_per_item total_price'

const discounted = `${all('discounts', 'name code amount')} discount_total`

const placedOrder = `id tracking_code order_status created_at payment_method delivery_option deliver_on deliver_slot delivery_day ${all('items', boughtItem)} subtotal delivery_fee ${discounted} order_total delivery_pin`

const soldItem = `${boughtItem} ${all('parts', 'product_id name quantity')}`

function orderOf(items: string): string {
  return `id tracking_code order_status created_at updated_at customer_name ${all('items', items)} subtotal delivery_fee ${discounted} order_total refunded`
}

const order = orderOf(`${soldItem} image`)

/** What anybody learns who knows a tracking code: no phone, no e-mail, no address. */
const trackedOrder = all(
  'order',
  `${order} delivery_option ${all('pickup', 'address hours')} payment_state amount_to_collect to_pay_back missed answer_day delivery_weekdays deliver_on deliver_slot ${all('history', 'status at is_edit is_return')}`,
)

const editDetails =
  'customer_name customer_phone address city state zip delivery_option deliver_on deliver_slot customer_note gift_note'
const bill = `${all('items', boughtItem)} subtotal delivery_fee ${discounted} order_total`
const editedOrder = `saved updated_at ${editDetails} ${all('before', bill)} ${all('after', bill)} ${all('lost_discounts', 'name code amount')} discount_note amount_to_collect to_pay_online to_pay_back`
const orderEdit = `expected agreed_total ${all('items', 'product_id quantity')} ${editDetails}`

const privateParts =
  'customer_email customer_phone shipping_address delivery_option payment_method payment_state'
const ownOrders = all('orders', `${order} ${privateParts} delivery_pin review_key has_receipt`)

const attempted = 'attempts last_attempt to_decide_since deliver_on deliver_slot'

const officeParts = `${privateParts} amount_to_collect to_pay_back to_confirm return_state customer_note gift_note ${all('cash', 'collected received_at')} ${attempted} driver_id driver_name`
const officeOrders = all('orders', `${orderOf(soldItem)} ${officeParts}`)
const receipts = all(
  'documents',
  `number kind refers_to issued_at ${all('seller', 'name address tin')} ${all('customer', 'name phone address')} ${all('contents', `order_id tracking_code ${all('lines', 'name quantity price amount')} ${all('extras', 'label amount')} total net ${all('taxes', 'name rate amount')}`)} file`,
)
const orderMessages = `${all('messages', 'id notification channel state reason can_send_again created_at changed_at')} news_by chat_about chat_link`
const wholeOrder = `${order} ${officeParts} ${all('history', `status at by ${all('edits', 'part name before after')}`)} address city state zip source note delivery_pin cancel_reason`

const setup = `is_open has_samples is_demo_account ${all('items', 'item is_done is_confirmed')}`
const samples = 'products posts testimonials orders accounts kept_products kept_posts kept_orders'

/** Spaces in the title of a column are written as _. */
const ordersFile =
  'Order Tracking_code Placed_(GMT) Status Customer Phone Email Address Items Subtotal_(Ghs) Delivery_(Ghs) Total_(Ghs) Delivery_option Payment_method Payment_state To_collect_(Ghs) Driver Discount_(Ghs) Discounts Delivery_day'

const statusStep = 'id order_status updated_at stockRestored stockDecremented'
const notChanged = all('not_changed', 'id code reason')
const statusSteps = `${all('orders', `${statusStep} previous_status`)} ${notChanged}`
const givenOrders = `${all('orders', 'id driver_id driver_name updated_at')} ${notChanged}`

const cashBook = `due collected open in_hand ${all('deliveries', 'order_id tracking_code customer_name due collected reason at')}`

/** What a driver needs at the door: no e-mail, and only the own assignments. */
const driverDay = `${all('orders', `id tracking_code customer_name customer_phone order_status created_at updated_at shipping_address delivery_option payment_method payment_state order_total amount_to_collect note ${all('items', 'product_name quantity')} collected cash_reason paid_by money_reference photos has_code ${attempted} answer_day answer_note edited_at`)} ${all('counts', 'total in_progress completed issues')} ${all('cash', cashBook)}`

const proof = 'id kind taken_at arrived_at'
const delivery = `note ${all('proofs', proof)} ${all('attempts', 'id outcome note day driver_name happened_at answer_day answer_note photos')}`
const orderLedger = `${all('lines', 'id kind source way amount reference note by at corrects corrected_by may_take_back')} last_line cost kept by_hand open to_pay_back payment_state`
const orderReturns = `${all('returns', `id state ${all('items', 'product_id product_name quantity reason condition to_shelf written_off')} note has_photo amount most opened_by created_at updated_at`)} ${all('returnable', 'product_id product_name quantity')} delivered_at return_state expected`
const driverCash = `${all('driver', 'id name email')} last_entry ${cashBook}`

const payment = `referenceId state reason amount currency phone gateway is_test refunded ${all('order', 'id tracking_code order_status pays_on_delivery')} created_at expires_at hold_until is_sent payment_url may_retry may_pay_on_delivery`

const bookedPayment = `referenceId state reason reason_code amount currency told_amount told_currency ${all('differences', 'what asked told')} gateway_says transaction_id phone gateway is_test is_late is_odd may_accept attempt refunded refundable may_refund_online ${all('refunds', 'reference amount state by_hand is_double reason gateway_says uncertain_until may_decide note decision_note created_at')} note ${all('order', 'id tracking_code order_status customer_name')} created_at updated_at`
const bookedPayments = all('payments', bookedPayment)

const visitCounts = 'visits page_views product_views adds checkouts orders'

const dashboard = `pendingOrders unreadMessages paymentsToReview reviewsToRead totalOrders totalProducts totalRevenue received stillToCome ${all('recentOrders', 'id tracking_code customer_name order_total order_status delivery_option created_at')} ${all('days', 'day orders revenue')} ordersByStatus ordersByStatus.* ${all('bestSellers', 'product_id product_name quantity image')} ${all('lowStock', 'id name image stock_quantity')} lowStockCount lowStockLevel smsLeft ${all('ordersToDecide', 'id tracking_code customer_name order_total created_at marks')} ordersToDecideCount`

const conversationCard = `id name phone email state unread ${all('assigned_to', 'id name')} last_line_at`
const conversation = `${conversationCard} version wants_offers ways reply_phone window_ends_at ${all('same_person', 'id name')} ${all('colleagues', 'id name')} ${all('lines', 'id is_incoming channel is_template address subject text author state reason happened_at')} older`

const pageText = `title lead content ${all('questions', 'question answer')}`

const listedPage = 'slug kind title address is_changed has_draft is_shown in_footer is_read updated_at'

const page = `${listedPage} ${all('text', pageText)} ${all('shown', pageText)} ${all('versions', 'id at by')}`

const brandPictures = ['logo_light', 'logo_dark', 'icon', 'share_card']
const brand = `version name_version name line ${all('colours', 'page main link highlight')} fonts corners ${brandPictures.map((name) => all(name, 'url width height')).join(' ')}`
const home = `version ${all('home', `heading line ${all('buttons', `${all('first', 'label to')} ${all('second', 'label to')}`)} ${all('picture', `address alt ${all('focus', 'x y')}`)} ${all('sections', 'name is_shown')}`)}`
const settings = `version ${all('settings', `shop_name chat_number ${all('contact', 'phone email address hours')} ${all('social', 'instagram facebook tiktok x youtube')} ${all('sale_banner', 'is_on title ends_at')} ${all('delivery_fees', `region cities fee free_from ${all('days', 'weekdays slots cut_off_days cut_off_hour capacity')}`)} delivery_days ${all('pickup', 'is_on address hours')} ${all('payment_methods', 'whatsapp mtn_momo')} ${all('order_limits', 'most_pieces release_after_hours')} low_stock_level reviews_at_once ${all('measuring', 'meta_pixel google_tag')} ${all('news', 'kind sms whatsapp email text mail')} sms_price ${all('receipts', `name address tin ${all('taxes', 'name rate on_levies')}`)}`)}`

const roleChanges = `id ${all('person', 'id name email')} role is_given ${all('changed_by', 'id name email')} changed_at`

const changes = `${all('changes', `id at ${all('by', 'id name email')} thing thing_id thing_name action before before.* after after.*`)} older`

const imported = `rows new_categories added changed unchanged done ${all('mistakes', 'line column value reason')} more_mistakes`

/** Everything that the shop knows about whoever asks, and nothing about how it keeps their secrets. */
const ownData = `collected_at ${all('account', 'id email phone phone_proven_at phone_since display_name has_confirmed_email is_admin is_manager is_helper is_driver blocked_at created_at updated_at')} ${all('profile', 'id email sign_in_phone has_confirmed_email display_name full_name website phone shipping_address city region avatar_url')} ${all('sessions', 'id device is_current created_at last_used_at')} role_changes ${all('deliveries', 'proofs attempts steps cash')} ${all('payments', 'order_id state amount currency refunded phone gateway transaction_id created_at')} ${all('orders', `id tracking_code status customer_name customer_email customer_phone address city region zip delivery_option payment_method subtotal delivery_fee discount ${all('discounts', 'name code amount')} total paid_at paid_online paid_cash paid_mobile paid_office paid_back refunded waived returned return_state payment_state hold_until cancel_reason source customer_note gift_note news_by attempts last_attempt deliver_on deliver_slot created_at updated_at ${all('lines', 'product_name quantity price_per_item')} ${all('money', 'kind way amount reference happened_at')}`)} ${all('receipts', 'number kind order_id issued_at customer_name customer_phone customer_address total')} ${all('returns', `order_id state note amount created_at ${all('lines', 'product_name quantity reason condition')}`)} ${all('reviews', 'order_id product_id rating text name town state answer created_at')} ${all('testimonials', 'id user_id name location quote rating is_hidden created_at')} ${all('messages', 'channel is_incoming address subject text happened_at')} ${all('newsletter', 'email agreed_at left_at')} offers ${all('campaigns', 'name channel address state sent_at')} ${all('stock_alerts', 'product_id recipient asked_at')}`
const ownRoles = under('role_changes', 'role is_given changed_at')
const ownRounds = under('deliveries', under('cash', 'kind order_id amount reason happened_at'))

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

const admins = ['admin']
const managers = ['manager', ...admins]
const helpers = ['helper', ...managers]
const drivers = ['driver']
const staff = [...drivers, ...helpers]
const signedIn = ['customer', ...staff]
const everybody = ['visitor', ...signedIn]

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
    'POST /api/auth/signin': signedInResponse,
    'POST /api/auth/phone/code': 'success',
    'POST /api/auth/phone/login': signedInResponse,
    'POST /api/auth/confirm-email': 'success',
    'POST /api/auth/forgot-password': 'success',
    'POST /api/auth/reset-password': 'success',
    'POST /api/auth/owner-link': 'email role is_invitation',
    'POST /api/auth/owner': 'user user.id user.email',
    'GET /api/products': product,
    'GET /api/products/{id}': product,
    'POST /api/orders/whatsapp': placedOrder,
    'POST /api/orders': placedOrder,
    'POST /api/orders/cancel': 'success',
    'POST /api/orders/edit': editedOrder,
    'POST /api/orders/new-day': 'success',
    'POST /api/discounts/check': `${discounted} subtotal delivery_fee order_total refused`,
    'GET /api/order-tracking/{code}': trackedOrder,
    'GET /api/delivery-days': all('days', 'deliver_on deliver_slot is_free'),
    'POST /api/receipts': receipts,
    'GET /api/receipts/{id}/pdf': '',
    'POST /api/payments/mtn_momo': 'referenceId paymentUrl',
    'GET /api/payments/{referenceId}': payment,
    'POST /api/payments/{referenceId}/check': payment,
    'POST /api/payments/{referenceId}/retry': 'referenceId paymentUrl',
    'POST /api/payments/pay-on-delivery': 'order order.id order.tracking_code',
    'POST /api/payments/{referenceId}/pay-on-delivery': 'order order.id order.tracking_code',
    'POST /api/payments/{referenceId}/test-answer': payment,
    'GET /api/blog-posts': post,
    'GET /api/blog-posts/{id}': post,
    'GET /api/blog-posts/slug/{slug}': post,
    'GET /api/testimonials': testimonial,
    'GET /api/products/{id}/reviews': review,
    'POST /api/reviews': 'id state',
    'POST /api/products/{id}/back-in-stock': 'success',
    'POST /api/visits': 'success',
    'POST /api/contact': 'success',
    'POST /api/newsletter': 'success needs_confirmation',
    'POST /api/newsletter/confirm': 'success',
    'POST /api/newsletter/leave': 'success',
    'POST /api/offers': 'success',
    'POST /api/offers/leave': 'success',
  }),
  ...to(signedIn, {
    'POST /api/auth/signout': 'success',
    'GET /api/auth/check-admin': adminCheck,
    'GET /api/auth/is-driver': 'is_driver',
    'POST /api/auth/resend-confirmation': 'success',
    'POST /api/auth/change-password': 'success',
    'POST /api/auth/confirm-password': 'success',
    'PUT /api/account/phone': 'success',
    'DELETE /api/account/phone': 'success',
    'POST /api/account/email/code': 'success',
    'PUT /api/account/email': 'success',
    'GET /api/account/sessions': 'id device is_current created_at last_used_at',
    'DELETE /api/account/sessions': 'success',
    'DELETE /api/account/sessions/{id}': 'success',
    'POST /api/account/delete': 'success',
    'GET /api/profile/email/{email}': profile,
    'PUT /api/profile': profile,
    'POST /api/testimonials': testimonial,
    'GET /api/orders/user/{email}': ownOrders,
  }),
  ...to(['customer'], { 'GET /api/account/data': ownData }),
  ...to(drivers, {
    'GET /api/account/data': `${ownData} ${ownRoles} ${ownRounds}`,
    'GET /api/orders/driver': driverDay,
    'PUT /api/orders/{id}/cash': 'success',
    'POST /api/orders/{id}/attempts': 'id',
    'POST /api/orders/{id}/proofs': proof,
  }),
  ...to(staff, {
    'GET /api/account/second-factor': 'is_on is_required recovery_codes_left',
    'POST /api/account/second-factor': 'secret uri',
    'POST /api/account/second-factor/on': 'recovery_codes',
    'POST /api/account/second-factor/off': 'success',
    'POST /api/account/second-factor/recovery-codes': 'recovery_codes',
    'PUT /api/orders/{id}': statusStep,
    'GET /api/orders/{id}/delivery': delivery,
    'GET /api/orders/{id}/proofs/{proof}': '',
  }),
  ...to(helpers, {
    'GET /api/account/data': `${ownData} ${ownRoles}`,
    'GET /api/products?admin=1': shelfProduct,
    'GET /api/products?low_stock=1': product,
    'GET /api/products?hidden=1': product,
    'GET /api/products/{id}?admin=1': shelfProduct,
    'POST /api/products': shelfProduct,
    'PUT /api/products': shelfProduct,
    'POST /api/products/bulk': 'success changed missing',
    'POST /api/products/choices': 'success',
    'POST /api/products/update-stock': 'success updated updated.productId updated.stock_quantity',
    'GET /api/categories': category,
    'GET /api/orders': officeOrders,
    'GET /api/orders/{id}': wholeOrder,
    'GET /api/orders/counts': 'total by_status by_status.* newest_id untold to_decide open_returns newer',
    'POST /api/orders/manual': placedOrder,
    'PUT /api/orders/status': statusSteps,
    'PUT /api/orders/drivers': givenOrders,
    'PUT /api/orders/{id}/confirmation': statusStep,
    'PUT /api/orders/{id}/contents': editedOrder,
    'GET /api/orders/{id}/receipts': `${receipts} is_set_up`,
    'POST /api/orders/{id}/receipts': `${receipts} is_set_up`,
    'GET /api/orders/{id}/messages': orderMessages,
    'POST /api/orders/{id}/messages/{messageId}/again': orderMessages,
    'PUT /api/orders/{id}/told': orderMessages,
    'GET /api/orders/{id}/returns': orderReturns,
    'POST /api/orders/{id}/returns': orderReturns,
    'POST /api/orders/{id}/returns/{return}/step': orderReturns,
    'POST /api/orders/{id}/returns/{return}/receive': orderReturns,
    'PUT /api/orders/{id}/returns/{return}/photo': orderReturns,
    'GET /api/orders/{id}/returns/{return}/photo': '',
    'PUT /api/orders/{id}/note': 'id note',
    'PUT /api/orders/{id}/delivery-note': delivery,
    'PUT /api/orders/{id}/next-delivery': 'success',
    'GET /api/drivers': 'id name email open_orders',
    'GET /api/version': 'version commit',
    'GET /api/blog-posts?admin=1': `${post} updated_at`,
    'GET /api/blog-posts/{id}?admin=1': `${post} updated_at`,
    'POST /api/blog-posts': `${post} updated_at`,
    'PUT /api/blog-posts/{id}': `${post} updated_at`,
    'POST /api/blog-posts/preview': 'content',
    'POST /api/uploads': 'url',
    'GET /api/conversations': `${all('conversations', `${conversationCard} excerpt is_answered`)} older`,
    'GET /api/conversations/{id}': conversation,
    'PUT /api/conversations/{id}': conversation,
    'POST /api/conversations/{id}/replies': conversation,
    'GET /api/alerts': alerts,
    'PUT /api/alerts': alerts,
    'PUT /api/alerts/phone': alerts,
    'DELETE /api/alerts/phones/{id}': 'success',
    'POST /api/setup/preview': 'success',
  }),
  ...to(['helper'], { 'GET /api/dashboard/counts': 'pendingOrders unreadMessages newestSound' }),
  ...to(managers, {
    'GET /api/orders/{id}/money': orderLedger,
    'POST /api/orders/{id}/money': orderLedger,
    'POST /api/orders/{id}/returns/{return}/settle': orderReturns,
    'POST /api/orders/{id}/money/{line}/take-back': orderLedger,
    'GET /api/dashboard/counts': 'pendingOrders unreadMessages paymentsToReview reviewsToRead newestSound',
    'POST /api/products/import': imported,
    'GET /api/products.csv':
      'id name brands category price stock_quantity description how_to_use benefits ingredients fda_number sku article choice_label choice_colour featured best_seller hidden images exported_stock exported_version',
    'POST /api/categories': category,
    'PUT /api/categories': category,
    'POST /api/categories/order': category,
    'GET /api/sales': sale,
    'POST /api/sales': sale,
    'PUT /api/sales/{id}': sale,
    'POST /api/sales/{id}/end': sale,
    'GET /api/discounts': discount,
    'POST /api/discounts': discount,
    'GET /api/discounts/{id}': discount,
    'PUT /api/discounts/{id}': discount,
    'POST /api/discounts/{id}/codes': discount,
    'GET /api/discounts/{id}/codes.csv': 'Code Discount Used_by_order',
    'GET /api/orders.csv': ordersFile,
    'GET /api/cash': driverCash,
    'GET /api/hand-overs': 'id driver_name expected counted note confirmed_by confirmed_at',
    'POST /api/hand-overs': 'id counted in_hand',
    'GET /api/payments': bookedPayments,
    'POST /api/payments/{referenceId}/accept': bookedPayment,
    'POST /api/payments/{referenceId}/refund': bookedPayment,
    'POST /api/payments/{referenceId}/refunded': bookedPayment,
    'POST /api/payments/{referenceId}/refunds/{refund}/decide': bookedPayment,
    'GET /api/dashboard': dashboard,
    'GET /api/visits': `${all('days', `day ${visitCounts}`)} ${all('sources', `source ${visitCounts}`)}`,
    'GET /api/pages': listedPage,
    'POST /api/pages': listedPage,
    'GET /api/pages/read': 'read of',
    'POST /api/pages/preview': `title lead html ${all('questions', 'question html')}`,
    'GET /api/pages/{slug}': page,
    'PUT /api/pages/{slug}': page,
    'GET /api/pages/{slug}/versions/{version}': pageText,
    'POST /api/pages/{slug}/restore': page,
    'POST /api/pages/{slug}/read': page,
    'GET /api/testimonials?admin=1': `${testimonial} hidden`,
    'PUT /api/testimonials/{id}': `${testimonial} hidden`,
    'GET /api/reviews': officeReview,
    'PUT /api/reviews/{id}': officeReview,
    'GET /api/campaigns': `${all('campaigns', campaign)} ${all('channels', 'sms whatsapp email')}`,
    'POST /api/campaigns': `${campaign} orders`,
    'POST /api/campaigns/preview': 'people sms_price shop_name public_url',
    'GET /api/campaigns/{id}': `${campaign} orders`,
    'PUT /api/campaigns/{id}': `${campaign} orders`,
    'PUT /api/campaigns/{id}/state': `${campaign} orders`,
    'POST /api/campaigns/{id}/test': 'to',
    'GET /api/newsletter': 'id email agreed_at removed',
    'PUT /api/newsletter/{id}': 'id email agreed_at removed',
    'GET /api/newsletter.csv': 'Email Agreed_(GMT)',
    'GET /api/brand': brand,
    'PUT /api/brand': brand,
    'GET /api/settings': `${settings} can_pay_online ${all('phone_channels', 'sms whatsapp')}`,
    'PUT /api/settings': `${settings} can_pay_online ${all('phone_channels', 'sms whatsapp')}`,
    'GET /api/setup': setup,
    'PUT /api/setup/opening': setup,
    'PUT /api/setup/items/{item}': setup,
    'GET /api/home': home,
    'PUT /api/home': home,
    'GET /api/changes': changes,
    'GET /api/changes/people': 'id name email',
    'POST /api/downloads': 'ticket',
  }),
  ...to(admins, {
    'GET /api/team/invitations': invitation,
    'POST /api/team/invitations': `${all('invitation', invitation)} link`,
    'DELETE /api/team/invitations/{id}': 'success',
    'GET /api/keys': apiKey,
    'POST /api/keys': `${all('api_key', apiKey)} key`,
    'DELETE /api/keys/{id}': 'success',
    'GET /api/webhooks': webhook,
    'POST /api/webhooks': `${all('webhook', webhook)} secret`,
    'PUT /api/webhooks/{id}': webhook,
    'POST /api/webhooks/{id}/secret': `${all('webhook', webhook)} secret`,
    'DELETE /api/webhooks/{id}': 'success',
    'POST /api/webhooks/{id}/test': webhookCall,
    'GET /api/webhooks/{id}/deliveries': webhookCall,
    'POST /api/webhooks/{id}/deliveries/{delivery}/again': webhookCall,
    'GET /api/team': member,
    'PUT /api/team/{id}': member,
    'PUT /api/team/{id}/block': member,
    'DELETE /api/team/{id}/sessions': 'success',
    'DELETE /api/team/{id}/second-factor': member,
    'GET /api/team/changes': roleChanges,
    'DELETE /api/products/{id}': 'success',
    'POST /api/categories/{id}/merge': category,
    'DELETE /api/categories/{id}': 'success',
    'DELETE /api/sales/{id}': 'success',
    'DELETE /api/discounts/{id}': 'success',
    'DELETE /api/blog-posts/{id}': 'success',
    'DELETE /api/pages/{slug}': 'success',
    'DELETE /api/reviews/{id}': 'success',
    'DELETE /api/campaigns/{id}': 'success',
    'GET /api/setup/samples': samples,
    'DELETE /api/setup/samples': samples,
    'POST /api/setup/owner-link': 'link',
  }),
]

const orderForm =
  'customer_name customer_email customer_phone shipping_address address city state zip delivery_option deliver_on deliver_slot order_total delivery_fee discount_code discount_total customer_note gift_note news_by tracking_code items items.product_id items.quantity items.price_per_item'

const saleForm = 'name percent amount floor scope category product_ids starts_at ends_at countdown expected'

/** The fields that each route takes from whoever may call it. Anything else is refused by its name. */
export const writableFields: Record<string, string> = {
  'POST /api/auth/signup': 'email password device',
  'POST /api/auth/signin': 'email password device code',
  'POST /api/auth/phone/code': 'phone device',
  'POST /api/auth/phone/login': 'phone code device',
  'PUT /api/account/phone': 'phone code own_code device password',
  'POST /api/account/email/code': 'email',
  'PUT /api/account/email': 'email code own_code device password',
  'POST /api/auth/confirm-email': 'token device password',
  'POST /api/auth/forgot-password': 'email device',
  'POST /api/auth/reset-password': 'token password',
  'POST /api/auth/owner-link': 'token',
  'POST /api/auth/owner': 'token email password name',
  'POST /api/auth/change-password': 'current_password password',
  'POST /api/auth/confirm-password': 'password',
  'POST /api/account/second-factor': 'password',
  'POST /api/account/second-factor/on': 'code',
  'POST /api/account/second-factor/off': 'password',
  'POST /api/account/second-factor/recovery-codes': 'password',
  'POST /api/account/delete': 'password code device',
  'PUT /api/team/{id}': 'is_admin is_manager is_helper is_driver',
  'POST /api/team/invitations': 'role email phone',
  'PUT /api/team/{id}/block': 'is_blocked',
  'POST /api/keys': 'name role',
  'POST /api/webhooks': 'url events',
  'PUT /api/webhooks/{id}': 'url events is_paused',
  'POST /api/products/bulk': 'action ids stock_quantity products products.id products.seen_stock',
  'POST /api/products/choices': 'ids',
  'POST /api/products/update-stock': 'productId quantity',
  'POST /api/categories/order': 'ids seen',
  'POST /api/categories/{id}/merge': 'into expected',
  'POST /api/sales': saleForm,
  'PUT /api/sales/{id}': saleForm,
  'POST /api/sales/{id}/end': 'expected',
  'POST /api/discounts/check':
    'items items.product_id items.quantity discount_code delivery_option state city',
  'POST /api/discounts': `${discountForm} expected`,
  'PUT /api/discounts/{id}': `${discountForm} expected`,
  'POST /api/discounts/{id}/codes': 'count prefix',
  'POST /api/orders/whatsapp': `${orderForm} payment_method visit_source`,
  'POST /api/orders': `${orderForm} payment_method visit_source`,
  'POST /api/orders/cancel': 'code phone',
  'POST /api/receipts': 'code phone',
  'POST /api/orders/new-day': 'code phone day note',
  'POST /api/orders/edit': `code phone ${orderEdit}`,
  'PUT /api/orders/{id}/contents': `${orderEdit} customer_email`,
  'POST /api/orders/manual': `${orderForm} source note`,
  'POST /api/payments/pay-on-delivery':
    'amount orderId customerPhone tracking_code customerName customerEmail description',
  'POST /api/payments/mtn_momo':
    'amount orderId customerPhone tracking_code customerName customerEmail description',
  'POST /api/payments/{referenceId}/retry': 'customerPhone',
  'POST /api/payments/{referenceId}/test-answer': 'answer',
  'POST /api/payments/{referenceId}/accept': 'note',
  'POST /api/payments/{referenceId}/refunded': 'amount note',
  'POST /api/payments/{referenceId}/refunds/{refund}/decide': 'outcome note',
  'POST /api/payments/{referenceId}/refund': 'amount note by_hand refunded_before',
  'PUT /api/orders/{id}':
    'status expected_status pay_on_delivery tapped_at cash cash.collected cash.reason cash.way cash.reference proof_code',
  'PUT /api/orders/status': 'order_ids status expected_status',
  'PUT /api/orders/drivers': 'order_ids driver_id',
  'PUT /api/orders/{id}/confirmation': 'confirmed',
  'PUT /api/orders/{id}/told': 'told about',
  'PUT /api/orders/{id}/note': 'note expected',
  'POST /api/orders/{id}/money': 'kind way amount reference note last_line',
  'POST /api/orders/{id}/money/{line}/take-back': 'note',
  'POST /api/orders/{id}/returns': `${all('items', 'product_id quantity reason condition')} note expected`,
  'POST /api/orders/{id}/returns/{return}/step': 'to expected',
  'POST /api/orders/{id}/returns/{return}/receive': `${all('items', 'product_id to_shelf written_off')} expected`,
  'POST /api/orders/{id}/returns/{return}/settle': 'amount way reference note expected',
  'PUT /api/orders/{id}/delivery-note': 'note expected',
  'PUT /api/orders/{id}/next-delivery': 'driver_id deliver_on expected_attempts',
  'POST /api/orders/{id}/attempts': 'outcome note day tapped_at phone_id phone_sequence',
  'PUT /api/orders/{id}/cash': 'collected reason way reference tapped_at phone_id phone_sequence',
  'POST /api/hand-overs': 'driver_id counted note last_entry',
  'POST /api/blog-posts/preview': 'content',
  'POST /api/pages': 'title lead content in_footer publish',
  'POST /api/pages/preview': `kind ${pageText}`,
  'PUT /api/pages/{slug}': `${pageText} in_footer action expected`,
  'POST /api/pages/{slug}/restore': 'version expected',
  'POST /api/testimonials': 'name location quote rating',
  'PUT /api/testimonials/{id}': 'hidden',
  'PUT /api/reviews/{id}': 'state answer',
  'POST /api/products/{id}/back-in-stock': 'contact website',
  'POST /api/visits': 'kind source first',
  'POST /api/contact': 'name email subject message website',
  'POST /api/newsletter': 'email website',
  'POST /api/newsletter/confirm': 'secret',
  'POST /api/newsletter/leave': 'secret',
  'POST /api/offers': 'code phone',
  'POST /api/offers/leave': 'secret',
  'POST /api/campaigns': `${campaignForm} expected`,
  'PUT /api/campaigns/{id}': `${campaignForm} expected`,
  'POST /api/campaigns/preview': 'channel days category town',
  'PUT /api/campaigns/{id}/state': 'from to starts_at',
  'PUT /api/conversations/{id}': 'version state unread assigned_to join',
  'POST /api/conversations/{id}/replies': 'way text',
  'PUT /api/alerts': 'kind way on',
  'PUT /api/alerts/phone': 'endpoint p256dh auth renew',
  'PUT /api/newsletter/{id}': 'removed',
  'PUT /api/settings': settings,
  'PUT /api/setup/opening': 'is_open',
  'PUT /api/setup/items/{item}': 'is_confirmed',
  'PUT /api/home': home.replace('version', 'expected'),
}

const productForm =
  'name brands category price stock_quantity description how_to_use benefits ingredients fda_number sku article choice_label choice_colour choice_of choice_of_label featured best_seller hidden existingImages set_parts goes_with goes_with_bought id expected seen_stock'

const categoryForm = 'id name heading alt focus_x focus_y hidden in_footer home_place remove_picture expected'

const postForm = 'title excerpt content published author_id image expected'

/** The same for forms with files: first the texts, then the files. */
export const writableForms: Record<string, { texts: string; files: string }> = {
  'PUT /api/profile': {
    texts: 'id email full_name display_name website phone shipping_address city state avatar_url',
    files: 'avatar',
  },
  'POST /api/products': { texts: productForm, files: 'images' },
  'PUT /api/products': { texts: productForm, files: 'images' },
  'POST /api/categories': { texts: categoryForm, files: 'picture' },
  'PUT /api/categories': { texts: categoryForm, files: 'picture' },
  'POST /api/products/import': { texts: 'dry_run make_categories hide_new', files: 'file pictures' },
  'POST /api/blog-posts': { texts: postForm, files: 'image' },
  'PUT /api/blog-posts/{id}': { texts: postForm, files: 'image' },
  'POST /api/uploads': { texts: '', files: 'image' },
  'POST /api/orders/{id}/proofs': { texts: 'taken_at attempt_key', files: 'photo' },
  'PUT /api/orders/{id}/returns/{return}/photo': { texts: '', files: 'photo' },
  'POST /api/reviews': { texts: 'code key phone product_id rating text name town', files: 'photos' },
  'PUT /api/brand': {
    texts: 'version name_version name line page main link highlight fonts corners remove',
    files: 'logo_light logo_dark icon share_card',
  },
}
