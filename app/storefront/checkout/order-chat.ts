import { trackingPath } from '#app/components/tracking-path.ts'
import type { PlacedOrderResponse } from '#contract/checkout.ts'
import { chatLink } from '#rules/chat-link.ts'
import type { CheckoutForm } from '#rules/checkout-fields.ts'
import { fromCedis } from '#rules/money.ts'
import { orderMessage } from '#rules/order-message.ts'
import { addressLine } from './checkout-values.ts'

type Shop = { chatNumber: string; publicUrl: string }

/** The chat with the shop, with the order as the shop itself has written it down. */
export function orderChat(order: PlacedOrderResponse, form: CheckoutForm, shop: Shop): string {
  const message = orderMessage({
    number: order.id,
    trackingCode: order.tracking_code,
    trackingLink: `${shop.publicUrl}${trackingPath(order.tracking_code)}`,
    customerName: form.fullName,
    phone: form.phone,
    email: form.email || null,
    address: addressLine(form),
    lines: order.items.map((item) => ({
      quantity: item.quantity,
      name: item.product_name,
      price: fromCedis(item.price_per_item) ?? 0,
    })),
    deliveryOption: order.delivery_option,
    deliveryFee: fromCedis(order.delivery_fee) ?? 0,
    total: fromCedis(order.order_total) ?? 0,
    paymentMethod: order.payment_method,
  })
  return chatLink(shop.chatNumber, message)
}
