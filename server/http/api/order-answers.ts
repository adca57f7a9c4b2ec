import type { OrderDetailResponse } from '#contract/admin-orders.ts'
import { hasAddressParts, type PlacedOrderResponse, type PlaceOrderBody } from '#contract/checkout.ts'
import type {
  AdminOrderResponse,
  ChangeStatusResponse,
  OrderLine,
  OwnOrderResponse,
  TrackedOrder,
  TrackedOrderResponse,
} from '#contract/orders.ts'
import { normaliseEmail } from '#rules/account-fields.ts'
import { toCedis } from '#rules/money.ts'
import { pictureAddress } from '#rules/picture-address.ts'
import type { OrderCash } from '#server/features/delivery/cash-book.ts'
import type { StatusChange } from '#server/features/orders/change-status.ts'
import { shippingAddress } from '#server/features/orders/export-orders.ts'
import type { AdminOrder, ListedOrder } from '#server/features/orders/list-orders.ts'
import { amountToCollect, paymentState } from '#server/features/orders/payment-state.ts'
import type { OrderRequest, PlacedOrder } from '#server/features/orders/place-order.ts'

export function toOrderRequest(body: PlaceOrderBody): OrderRequest {
  return {
    customerName: body.customer_name,
    customerEmail: body.customer_email ? normaliseEmail(body.customer_email) : null,
    customerPhone: body.customer_phone,
    address: hasAddressParts(body) ? (body.address ?? '') : body.shipping_address,
    city: body.city ?? '',
    region: body.state ?? '',
    zip: body.zip ?? '',
    deliveryOption: body.delivery_option,
    paymentMethod: body.payment_method,
    lines: body.items.map(({ product_id, quantity, price_per_item }) => ({
      productId: product_id,
      quantity,
      agreedPrice: price_per_item ?? null,
    })),
    agreedSubtotal: body.order_total ?? null,
    agreedDeliveryFee: body.delivery_fee ?? null,
    proposedCode: body.tracking_code ?? '',
  }
}

export function toPlacedResponse({ order, lines }: PlacedOrder): PlacedOrderResponse {
  return {
    id: order.id,
    tracking_code: order.trackingCode,
    order_status: order.status,
    created_at: order.createdAt.toISOString(),
    payment_method: order.paymentMethod,
    delivery_option: order.deliveryOption,
    items: lines.map(({ productId, productName, quantity, pricePerItem }) => ({
      product_id: productId,
      product_name: productName,
      quantity,
      price_per_item: toCedis(pricePerItem),
      total_price: toCedis(pricePerItem * quantity),
    })),
    ...amounts(order),
  }
}

export function toTrackedResponse(order: TrackedOrder): TrackedOrderResponse {
  const history = order.history.map(({ status, at }) => ({ status, at: at.toISOString() }))
  return { ...publicParts(order), payment_state: order.paymentState, history }
}

export function toOwnResponse(order: ListedOrder): OwnOrderResponse {
  return { ...publicParts(order), ...privateParts(order) }
}

export function toAdminResponse(order: AdminOrder, cash: OrderCash | undefined): AdminOrderResponse {
  return {
    ...toOwnResponse(order),
    amount_to_collect: toCedis(amountToCollect(order)),
    cash: cash
      ? { collected: toCedis(cash.collected), received_at: cash.receivedAt?.toISOString() ?? null }
      : null,
    driver_id: order.driverId,
    driver_name: order.driverName,
    history: order.history.map(({ status, at, by }) => ({ status, at: at.toISOString(), by })),
  }
}

export function toDetailResponse(order: AdminOrder, cash: OrderCash | undefined): OrderDetailResponse {
  return {
    ...toAdminResponse(order, cash),
    address: order.address,
    city: order.city,
    state: order.region,
    zip: order.zip,
    source: order.source,
    note: order.note,
  }
}

type ChangedStatus = Pick<StatusChange, 'effect'> & {
  order: Pick<StatusChange['order'], 'id' | 'status' | 'updatedAt'>
}

export function toStatusResponse({ order, effect }: ChangedStatus): ChangeStatusResponse {
  return {
    id: order.id,
    order_status: order.status,
    updated_at: order.updatedAt.toISOString(),
    stockRestored: effect === 'restore',
    stockDecremented: effect === 'take',
  }
}

function publicParts(order: Omit<TrackedOrder, 'history' | 'paymentState'>) {
  return {
    id: order.id,
    tracking_code: order.trackingCode,
    order_status: order.status,
    created_at: order.createdAt.toISOString(),
    updated_at: order.updatedAt.toISOString(),
    customer_name: order.customerName,
    items: order.lines.map(toItem),
    ...amounts(order),
    refunded: toCedis(order.refunded),
  }
}

function privateParts(order: ListedOrder) {
  return {
    customer_email: order.customerEmail,
    customer_phone: order.customerPhone,
    shipping_address: shippingAddress(order),
    delivery_option: order.deliveryOption,
    payment_method: order.paymentMethod,
    payment_state: paymentState(order),
  }
}

function amounts({ subtotal, deliveryFee, total }: Pick<TrackedOrder, 'subtotal' | 'deliveryFee' | 'total'>) {
  return {
    subtotal: toCedis(subtotal),
    delivery_fee: toCedis(deliveryFee),
    order_total: toCedis(total),
  }
}

function toItem({ productId, name, quantity, price, picture }: OrderLine) {
  return {
    product_id: productId,
    product_name: name,
    quantity,
    price_per_item: toCedis(price),
    total_price: toCedis(price * quantity),
    image: picture && pictureAddress(picture.id, Math.min(...picture.widths), 'webp'),
  }
}
