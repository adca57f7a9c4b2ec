import { invalidEmail, isEmailAddress } from './account-fields.ts'
import { readDeliveryOption } from './delivery-fee.ts'
import { type Mistakes, onlyMistakes } from './form-mistakes.ts'
import { readPaymentMethod } from './payment-states.ts'
import { normalisePhone, phoneHelp } from './phone-number.ts'

export type CheckoutForm = {
  fullName: string
  email: string
  phone: string
  address: string
  city: string
  state: string
  zipCode: string
  deliveryOption: string
  paymentMethod: string
  customerNote: string
  /** For whoever gets the parcel; printed on its slip. */
  giftNote: string
  /** sms, whatsapp or email; nothing: as the shop does it. */
  newsBy: string
  /** `2026-03-05` or, with a time, `2026-03-05 09-12`; nothing: no day was chosen. */
  deliverOn: string
}

export type CheckoutField = keyof CheckoutForm

/** What each field is called on its way to the shop. */
export const checkoutWireNames = {
  fullName: 'customer_name',
  email: 'customer_email',
  phone: 'customer_phone',
  address: 'address',
  city: 'city',
  state: 'state',
  zipCode: 'zip',
  deliveryOption: 'delivery_option',
  paymentMethod: 'payment_method',
  customerNote: 'customer_note',
  giftNote: 'gift_note',
  newsBy: 'news_by',
  deliverOn: 'deliver_on',
} as const satisfies Record<CheckoutField, string>

export const emptyCartTitle = 'Cart is empty'
export const emptyCartText = 'Please add some products to your cart before checkout.'

export const longestCheckoutTexts = {
  fullName: 120,
  address: 300,
  city: 80,
  state: 40,
  zipCode: 40,
  customerNote: 500,
  giftNote: 300,
} as const

/** An empty object means that the order can be sent. Page and server say the same. */
export function checkCheckout(form: CheckoutForm): Mistakes<CheckoutField> {
  return onlyMistakes({
    fullName: needed(form, 'fullName', 'Full name is required'),
    email: !form.email.trim() || isEmailAddress(form.email.trim()) ? null : invalidEmail,
    phone: phoneMistake(form.phone),
    address: addressMistake(form),
    city: placeMistake(form, 'city', 'City is required'),
    state: placeMistake(form, 'state', 'State is required'),
    zipCode: lengthMistake(form, 'zipCode'),
    deliveryOption: readDeliveryOption(form.deliveryOption) ? null : 'Delivery option is required',
    paymentMethod: readPaymentMethod(form.paymentMethod) ? null : 'Payment method is required',
    customerNote: lengthMistake(form, 'customerNote'),
    giftNote: lengthMistake(form, 'giftNote'),
  })
}

type LimitedField = keyof typeof longestCheckoutTexts

function needed(form: CheckoutForm, field: LimitedField, text: string): string | null {
  return form[field].trim() ? lengthMistake(form, field) : text
}

function lengthMistake(form: CheckoutForm, field: LimitedField): string | null {
  const most = longestCheckoutTexts[field]
  return form[field].trim().length > most ? `Please use at most ${most} characters` : null
}

function phoneMistake(phone: string): string | null {
  if (!phone.trim()) return 'Phone number is required'
  return normalisePhone(phone) ? null : phoneHelp
}

/** Whoever collects it at the shop need not say where they live. */
function placeMistake(form: CheckoutForm, field: 'city' | 'state', text: string): string | null {
  return form.deliveryOption === 'pickup' ? lengthMistake(form, field) : needed(form, field, text)
}

/** A personal rider collects at the shop, so only the delivery service needs to know the street. */
function addressMistake(form: CheckoutForm): string | null {
  const isCollected = form.deliveryOption === 'personal_rider' || form.deliveryOption === 'pickup'
  if (isCollected) return lengthMistake(form, 'address')
  return needed(form, 'address', 'Street address is required')
}
