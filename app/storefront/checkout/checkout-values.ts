import { attempt } from '#app/data/stored.ts'
import { type Cart, cartTotal } from '#rules/cart.ts'
import { type CheckoutField, type CheckoutForm, checkoutWireNames } from '#rules/checkout-fields.ts'
import { type Destination, tidyDigitalAddress } from '#rules/delivery-fee.ts'
import type { Mistakes } from '#rules/form-mistakes.ts'
import { type Pesewas, toCedis } from '#rules/money.ts'

/** The form as it was filled in, tidied up so that the shop reads one spelling. */
export function readCheckout(values: FormData): CheckoutForm {
  const texts = Object.keys(checkoutWireNames).map((name) => [name, String(values.get(name) ?? '').trim()])
  const form: CheckoutForm = Object.fromEntries(texts)
  return { ...form, zipCode: tidyDigitalAddress(form.zipCode) }
}

/** House, city, region and zip in one line, as the shop's chat shows it. */
export function addressLine(form: CheckoutForm): string {
  const { address, city, state, zipCode } = withoutAddress(form)
  return [address, city, state, zipCode].filter((part) => part !== '').join(', ')
}

/** Where the order goes, once that is known. */
export function knownDestination(destination: Destination): Destination | null {
  const isKnown =
    destination.option !== 'delivery_service' || (destination.region !== '' && destination.city !== '')
  return isKnown ? destination : null
}

/** What is ordered, and what the page said that delivery costs and discounts take off. */
export type WantedOrder = {
  form: CheckoutForm
  lines: Cart
  fee: Pesewas
  discount?: { code: string; total: Pesewas | undefined } | undefined
}

/** Where this tab came from, as the script that counts visits has stored it. */
export function visitSource(): string {
  return attempt(() => sessionStorage.getItem('visit_source')) ?? ''
}

/** Whoever collects the order tells nobody where they live. */
function withoutAddress(form: CheckoutForm): CheckoutForm {
  if (form.deliveryOption !== 'pickup') return form
  return { ...form, address: '', city: '', state: '', zipCode: '' }
}

/** An order as it travels. `order_total` is the subtotal; the fee goes along so that the shop can say when it has changed. */
export function orderBody(
  { form: filled, lines, fee, discount }: WantedOrder,
  trackingCode: string,
  source = '',
) {
  const form = withoutAddress(filled)
  const [day, slot] = form.deliverOn.split(' ')
  return {
    customer_name: form.fullName,
    customer_email: form.email || null,
    customer_phone: form.phone,
    shipping_address: addressLine(form),
    address: form.address,
    city: form.city,
    state: form.state,
    zip: form.zipCode,
    delivery_option: form.deliveryOption,
    ...(day && { deliver_on: day, deliver_slot: slot }),
    payment_method: form.paymentMethod,
    order_total: toCedis(cartTotal(lines)),
    delivery_fee: toCedis(fee),
    ...(form.customerNote && { customer_note: form.customerNote }),
    ...(form.giftNote && { gift_note: form.giftNote }),
    ...(form.newsBy && { news_by: form.newsBy }),
    ...(discount?.code && { discount_code: discount.code }),
    ...(discount?.total !== undefined && { discount_total: toCedis(discount.total) }),
    tracking_code: trackingCode,
    ...(source && { visit_source: source }),
    items: lines.map(({ product, quantity }) => ({
      product_id: product.id,
      quantity,
      price_per_item: toCedis(product.price),
    })),
  }
}

/** The shop's objections by the names of the form; what the form does not know is left out. */
export function formMistakes(fields: Record<string, string>): Mistakes<CheckoutField> {
  const mistakes: Mistakes<CheckoutField> = {}
  for (const [field, name] of Object.entries(checkoutWireNames) as [CheckoutField, string][]) {
    const text = fields[name]
    if (text !== undefined) mistakes[field] = text
  }
  if (fields.shipping_address) mistakes.address ??= fields.shipping_address
  return mistakes
}
