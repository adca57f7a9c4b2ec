import { z } from 'zod'

/** Every expected "no" of the shop: its HTTP status and the words for the person who meets it. */
export const refusals = {
  invalid_input: { status: 400, text: 'Please check what you entered.' },
  invalid_image: { status: 400, text: 'This file is not a picture we can read.' },
  invalid_link: { status: 400, text: 'This link has expired or was already used. Please ask for a new one.' },
  wrong_pin: {
    status: 400,
    text: 'This is not the PIN of this order. Ask the customer again, or take a photo instead.',
  },
  not_signed_in: { status: 401, text: 'Please sign in to continue.' },
  invalid_credentials: { status: 401, text: 'Invalid credentials' },
  /** Right so far: the same call once more, with `code`. */
  second_factor_needed: { status: 401, text: 'Please enter the code of your authenticator app.' },
  password_needed: { status: 403, text: 'Please enter your password once more to do this.' },
  second_factor_required: {
    status: 403,
    text: 'Admins of this shop sign in in two steps. Please set this up under Account first.',
  },
  not_allowed: { status: 403, text: "You don't have permission to access this page." },
  not_for_keys: { status: 403, text: 'Only a person who is signed in can do this, not a key.' },
  not_a_driver: {
    status: 403,
    text: 'Your account does not have driver privileges. Please contact the site administrator if you believe this is an error.',
  },
  staff_needs_password: {
    status: 403,
    text: 'This number belongs to somebody who works here. Please sign in with your email and password.',
  },
  not_found: { status: 404, text: 'We could not find that.' },
  product_not_found: { status: 404, text: 'Product not found' },
  category_not_found: { status: 404, text: 'Category not found' },
  sale_not_found: { status: 404, text: 'Sale not found' },
  post_not_found: { status: 404, text: 'Blog post not found' },
  page_not_found: { status: 404, text: 'Page not found' },
  discount_not_found: { status: 404, text: 'Discount not found' },
  order_not_found: { status: 404, text: 'Order not found' },
  receipt_not_found: { status: 404, text: 'We could not find this receipt.' },
  payment_not_found: { status: 404, text: 'Payment not found' },
  method_not_allowed: { status: 405, text: 'This address does not take that kind of request.' },
  way_closed: {
    status: 409,
    text: 'This way is closed by now: WhatsApp takes free words for 24 hours. Please choose another one.',
  },
  campaign_moved_on: {
    status: 409,
    text: 'This offer has moved on meanwhile. Please look at it again.',
  },
  channel_not_set_up: { status: 409, text: 'This shop cannot send offers that way yet.' },
  nobody_to_tell: { status: 409, text: 'Nobody who agreed to offers fits this choice.' },
  no_own_number: {
    status: 409,
    text: 'Your account has no confirmed phone number. Add it under My account, then send the test.',
  },
  test_not_sent: { status: 502, text: 'The test was not sent.' },
  conflict: { status: 409, text: 'This was changed by someone else. Please reload and try again.' },
  account_exists: { status: 409, text: 'Failed to create account' },
  discount_refused: { status: 409, text: 'This discount code does not hold for this order.' },
  discount_used_up: { status: 409, text: 'The discount of this order was used up meanwhile.' },
  discount_in_use: {
    status: 409,
    text: 'An order has used this discount, so it stays for the books. Switch it off instead.',
  },
  price_changed: { status: 409, text: 'Prices have changed. Please review your cart.' },
  back_in_stock: { status: 409, text: 'It is back already. Reload the page, and you can buy it.' },
  delivery_day_gone: { status: 409, text: 'This delivery day is not free any more. Please choose another.' },
  out_of_stock: { status: 409, text: 'There is not enough left. Please review your cart.' },
  not_available: { status: 409, text: 'Something in your cart is no longer available.' },
  category_not_empty: {
    status: 409,
    text: 'There are products in this category. Choose where they go, or move them first.',
  },
  cancel_too_late: {
    status: 409,
    text: 'This order can no longer be cancelled here. Please write to us: we help if we can.',
  },
  edit_too_late: {
    status: 409,
    text: 'This order can no longer be changed here. Please write to us: we help if we can.',
  },
  answer_too_late: {
    status: 409,
    text: 'We have planned this delivery already. Please write to us: we help if we can.',
  },
  payment_under_way: {
    status: 409,
    text: 'A payment for this order is under way. Please try again when it has ended, in a few minutes.',
  },
  order_changed: { status: 409, text: 'This order was changed by someone else. Refresh and try again.' },
  order_has_returns: {
    status: 409,
    text: 'Products of this order are in a return, so its status stays. Withdraw the return first, if it was a mistake.',
  },
  return_changed: {
    status: 409,
    text: 'This return has moved on meanwhile. Please look at it again.',
  },
  step_not_allowed: {
    status: 409,
    text: 'Failed to update order status. A driver moves an order to its next step only.',
  },
  order_not_paid: {
    status: 409,
    text: 'Nobody has paid for this online order yet. Send it only if the customer pays on delivery.',
  },
  cash_handed_over: {
    status: 409,
    text: 'This cash was handed over already. Please tell the shop about the mistake.',
  },
  money_given_back: {
    status: 409,
    text: 'A part of this money went back to the customer already. Take the repayment back first.',
  },
  money_changed: {
    status: 409,
    text: 'Somebody else has entered money for this order meanwhile. Please look at it and try again.',
  },
  money_stays: {
    status: 409,
    text: 'This line cannot be taken back here. Cash at the door is corrected by the driver, an online payment under its payment.',
  },
  return_not_found: { status: 404, text: 'This return does not exist.' },
  money_line_not_found: { status: 404, text: 'This line of the ledger does not exist.' },
  cash_changed: {
    status: 409,
    text: 'The driver entered more cash meanwhile. Please look at the new amount and count again.',
  },
  cash_in_hand: {
    status: 409,
    text: 'You still have cash of the shop. You can delete your account when it is handed over.',
  },
  receipts_not_set_up: {
    status: 409,
    text: 'Receipts need the name of who sells. Enter it under Settings, Receipts and invoices.',
  },
  nothing_sold: {
    status: 409,
    text: 'Nothing is sold with this order, so there is no receipt for it.',
  },
  not_delivered: {
    status: 409,
    text: 'You can review what you bought once it has arrived.',
  },
  already_reviewed: { status: 409, text: 'There is a review of this product for this order already.' },
  too_many_photos: { status: 409, text: 'This delivery has enough photos already.' },
  driver_needed: { status: 409, text: 'This person is not a driver. Make them one on the team page first.' },
  email_not_confirmed: {
    status: 409,
    text: 'This person has not confirmed their e-mail yet, so nobody knows whose account it is.',
  },
  orders_under_way: {
    status: 409,
    text: 'An order of yours is still on its way. You can delete your account when it has arrived or was cancelled.',
  },
  shop_closed: {
    status: 409,
    text: 'The shop is not open yet, so it takes no orders. Please come back soon.',
  },
  phone_sign_in_off: {
    status: 409,
    text: 'This shop sends no codes to phones. Please sign in with your email.',
  },
  has_email: { status: 409, text: 'Your account has an email already.' },
  email_needed: {
    status: 409,
    text: 'This number is the only way into your account. Add an email first, or change the number.',
  },
  payments_off: { status: 409, text: 'Online payment is not offered at the moment.' },
  payment_running: {
    status: 409,
    text: 'A payment for this order is under way. Approve it on your phone, or wait until it has ended.',
  },
  amount_mismatch: {
    status: 409,
    text: 'The amount is not what this order costs. Please reload and try again.',
  },
  already_paid: { status: 409, text: 'This order is already paid.' },
  order_cancelled: { status: 409, text: 'This order was cancelled. Please order again.' },
  refund_running: {
    status: 409,
    text: 'Money of this payment is on its way back already. Wait until that has ended.',
  },
  money_in_question: {
    status: 409,
    text: 'The payment of this order is in question: somebody disputes it, or the money went back. Decide about it under Payments first.',
  },
  refund_uncertain: {
    status: 409,
    text: 'The gateway said no to a refund of this payment, and may still pay it. The payment says from when on it can be sent another way.',
  },
  refund_by_hand: {
    status: 409,
    text: 'This money cannot be sent back from here. Pay it back yourself and write down how.',
  },
  payment_changed: {
    status: 409,
    text: 'This payment is no longer waiting for that. Refresh and look again.',
  },
  weak_password: {
    status: 409,
    text: 'A role needs a password of at least 12 characters that is not a common one. This person can choose one under Account; if they have one already, they sign in once more.',
  },
  /** Right so far: the same call once more, with `password`. */
  new_password_needed: {
    status: 409,
    text: 'This account was made on another device. Please choose a password to make it yours.',
  },
  own_account: { status: 409, text: 'You cannot block your own account.' },
  role_held: {
    status: 409,
    text: 'You work in this shop. Ask an admin to take your role first: then you can delete your account.',
  },
  own_account_first: {
    status: 409,
    text: 'You are signed in with an account of the sample shop, which goes with the samples. Make an account of your own first.',
  },
  last_admin: { status: 409, text: 'The last admin cannot be removed. Make someone else an admin first.' },
  page_needed: {
    status: 409,
    text: 'Every shop has this page. Its text can be changed, but not taken away.',
  },
  too_large: { status: 413, text: 'That is too large.' },
  image_too_large: { status: 413, text: 'Image is too large' },
  address_too_long: { status: 414, text: 'This address is too long.' },
  unsupported_type: { status: 415, text: 'This kind of content is not accepted here.' },
  image_not_supported: { status: 415, text: 'Only JPEG, PNG, WebP, AVIF or HEIC images are allowed' },
  already_submitted: { status: 422, text: 'This order was already submitted with different details.' },
  too_many_requests: { status: 429, text: 'Too many tries. Please wait a moment and try again.' },
  broken: { status: 500, text: 'Something went wrong on our side. Please try again.' },
  payment_failed: { status: 502, text: 'We could not take the payment now.' },
  gateway_unreachable: { status: 502, text: 'Could not connect to payment gateway.' },
  files_unavailable: {
    status: 503,
    text: 'Pictures cannot be saved or shown just now. Please try again in a moment.',
  },
  busy: { status: 503, text: 'The shop is very busy. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; text: string }>

export type RefusalCode = keyof typeof refusals

type Extras = {
  /** Overrides the table's words where the specification has its own. */
  text?: string
  /** A form's mistakes, by field. */
  fields?: Record<string, string>
  /** What the page needs to offer a way on, such as the new prices. */
  details?: Record<string, unknown>
  retryAfterSeconds?: number
}

/** Thrown for an expected "no". Known by its code, never by its class: server and pages load their own copies. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly extras: Extras

  constructor(code: RefusalCode, extras: Extras = {}) {
    super(extras.text ?? refusals[code].text)
    this.code = code
    this.extras = extras
  }
}

export function isRefusal(error: unknown): error is Refusal {
  return (
    error instanceof Error &&
    'code' in error &&
    'extras' in error &&
    Object.hasOwn(refusals, String(error.code))
  )
}

export const refusalResponse = z.looseObject({
  error: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
})

export type RefusalResponse = z.infer<typeof refusalResponse>
