/** Puts a name before each of them. */
export function under(name: string, names: string): string {
  return names
    .split(' ')
    .map((each) => `${name}.${each}`)
    .join(' ')
}

/** A list or a thing with all that is in it. */
function all(name: string, names: string): string {
  return `${name} ${under(name, names)}`
}

export const product =
  'id name description brands price image images category how_to_use benefits ingredients stock_quantity featured best_seller created_at'

/** What the back office sees besides. */
export const shelfProduct = `${product} updated_at fda_number`

export const post = 'id slug title excerpt image content author_id published created_at'

export const testimonial = 'id name location quote rating image created_at'

export const profile =
  'id email email_confirmed full_name display_name website phone shipping_address city state avatar_url'

export const member = 'id name email email_confirmed is_admin is_driver created_at'

const account = 'id name email is_driver is_admin'
export const signedInResponse = `${all('user', account)} token`
export const adminCheck = `is_admin ${all('user', account)}`

const boughtItem = 'product_id product_name quantity price_per_item total_price'

export const placedOrder = `id tracking_code order_status created_at payment_method delivery_option ${all('items', boughtItem)} subtotal delivery_fee order_total`

const order = `id tracking_code order_status created_at updated_at customer_name ${all('items', `${boughtItem} image`)} subtotal delivery_fee order_total refunded`

/** What anybody learns who knows a tracking code: no phone, no e-mail, no address. */
export const trackedOrder = all('order', `${order} payment_state ${all('history', 'status at')}`)

const ownOrder = `${order} customer_email customer_phone shipping_address delivery_option payment_method payment_state`
export const ownOrders = all('orders', ownOrder)

const officeOrder = `${ownOrder} amount_to_collect ${all('cash', 'collected received_at')} driver_id driver_name ${all('history', 'status at by')}`
export const officeOrders = all('orders', officeOrder)
export const wholeOrder = `${officeOrder} address city state zip source note`

/** Spaces in the title of a column are written as _. */
export const ordersFile =
  'Order Tracking_code Placed_(GMT) Status Customer Phone Email Address Items Subtotal_(Ghs) Delivery_(Ghs) Total_(Ghs) Delivery_option Payment_method Payment_state Driver'

export const statusStep = 'id order_status updated_at stockRestored stockDecremented'
const notChanged = all('not_changed', 'id code reason')
export const statusSteps = `${all('orders', `${statusStep} previous_status`)} ${notChanged}`
export const givenOrders = `${all('orders', 'id driver_id driver_name updated_at')} ${notChanged}`

export const cashBook = `due collected open in_hand ${all('deliveries', 'order_id tracking_code customer_name due collected reason at')}`

/** What a driver needs at the door: no e-mail, and only the own assignments. */
export const driverDay = `${all('orders', `id tracking_code customer_name customer_phone order_status created_at updated_at shipping_address delivery_option payment_method payment_state order_total amount_to_collect note ${all('items', 'product_name quantity')} collected cash_reason photos has_code`)} ${all('counts', 'total in_progress completed issues')} ${all('cash', cashBook)}`

export const proof = 'id kind taken_at arrived_at'
export const delivery = `note ${all('proofs', proof)}`
export const driverCash = `${all('driver', 'id name email')} last_entry ${cashBook}`

export const payment = `referenceId state reason amount currency phone gateway is_test refunded ${all('order', 'id tracking_code order_status pays_on_delivery')} created_at expires_at hold_until may_retry may_pay_on_delivery`

export const bookedPayment = `referenceId state reason reason_code amount currency told_amount told_currency transaction_id phone gateway is_test is_late attempt refunded refundable may_refund_online ${all('refunds', 'reference amount state by_hand reason note created_at')} note ${all('order', 'id tracking_code order_status customer_name')} created_at updated_at`
export const bookedPayments = all('payments', bookedPayment)

export const dashboard = `pendingOrders unreadMessages paymentsToReview totalOrders totalProducts totalRevenue ${all('recentOrders', 'id tracking_code customer_name order_total order_status created_at')} ${all('days', 'day orders revenue')} ordersByStatus ordersByStatus.* ${all('bestSellers', 'product_id product_name quantity image')} ${all('lowStock', 'id name image stock_quantity')} lowStockCount lowStockLevel`

export const message = 'id name email subject excerpt state created_at'

export const settings = `version ${all('settings', `shop_name chat_number ${all('contact', 'phone email address hours')} ${all('social', 'instagram facebook tiktok x youtube')} ${all('sale_banner', 'is_on title ends_at')} ${all('delivery_fees', 'region cities fee')} ${all('payment_methods', 'whatsapp mtn_momo')} low_stock_level`)}`

export const roleChanges = `id ${all('person', 'id name email')} role is_given ${all('changed_by', 'id name email')} changed_at`

export const changes = `${all('changes', `id at ${all('by', 'id name email')} thing thing_id thing_name action before before.* after after.*`)} older`

export const imported = `rows added changed unchanged done ${all('mistakes', 'line column value reason')} more_mistakes`

/** Everything that the shop knows about whoever asks, and nothing about how it keeps their secrets. */
export const ownData = `collected_at ${all('account', 'id email display_name has_confirmed_email is_admin is_driver created_at updated_at')} ${all('profile', 'id email has_confirmed_email display_name full_name website phone shipping_address city region avatar_url')} ${all('sessions', 'id device is_current created_at last_used_at')} role_changes ${all('deliveries', 'proofs steps cash')} ${all('payments', 'order_id state amount currency refunded phone gateway transaction_id created_at')} ${all('orders', `id tracking_code status customer_name customer_email customer_phone address city region zip delivery_option payment_method subtotal delivery_fee total paid_at refunded payment_state hold_until cancel_reason source created_at updated_at ${all('lines', 'product_name quantity price_per_item')}`)} ${all('testimonials', 'id user_id name location quote rating is_hidden created_at')} ${all('messages', 'id name email subject message created_at read_at done_at')} ${all('newsletter', 'email agreed_at left_at')}`
export const ownRoles = under('role_changes', 'role is_given changed_at')
export const ownRounds = under('deliveries', under('cash', 'kind order_id amount reason happened_at'))
