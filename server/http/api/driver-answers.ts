import type { CashDeliveryResponse } from '#contract/cash-book.ts'
import type { DriverDayResponse, DriverOrderResponse, ProofResponse } from '#contract/delivery.ts'
import { toCedis } from '#rules/money.ts'
import type { CashBook, CashDelivery } from '#server/features/delivery/cash-book.ts'
import type { DriverDay, DriverOrder } from '#server/features/delivery/driver-day.ts'
import type { ProofRow } from '#server/features/delivery/proofs-and-notes.ts'
import { shippingAddress } from '#server/features/orders/export-orders.ts'
import { amountToCollect, paymentState } from '#server/features/orders/payment-state.ts'

export function toDayResponse({ orders, counts, cash }: DriverDay): DriverDayResponse {
  const { Pending, Processing, Shipped, Delivered, Cancelled } = counts
  return {
    orders: orders.map(toDriverResponse),
    counts: {
      total: Pending + Processing + Shipped + Delivered + Cancelled,
      in_progress: Processing + Shipped,
      completed: Delivered,
      issues: Cancelled,
    },
    cash: toBookResponse(cash),
  }
}

function toDriverResponse(order: DriverOrder): DriverOrderResponse {
  return {
    id: order.id,
    tracking_code: order.trackingCode,
    customer_name: order.customerName,
    customer_phone: order.customerPhone,
    order_status: order.status,
    created_at: order.createdAt.toISOString(),
    updated_at: order.updatedAt.toISOString(),
    shipping_address: shippingAddress(order),
    delivery_option: order.deliveryOption,
    payment_method: order.paymentMethod,
    payment_state: paymentState(order),
    order_total: toCedis(order.total),
    amount_to_collect: toCedis(amountToCollect(order)),
    note: order.deliveryNote,
    items: order.lines.map(({ name, quantity }) => ({ product_name: name, quantity })),
    collected: order.cash && toCedis(order.cash.collected),
    cash_reason: order.cash?.reason ?? '',
    photos: order.photos,
    has_code: order.hasCode,
  }
}

export function toBookResponse({ due, collected, open, inHand, deliveries }: CashBook) {
  return {
    due: toCedis(due),
    collected: toCedis(collected),
    open: toCedis(open),
    in_hand: toCedis(inHand),
    deliveries: deliveries.map(toCashDelivery),
  }
}

function toCashDelivery(delivery: CashDelivery): CashDeliveryResponse {
  return {
    order_id: delivery.orderId,
    tracking_code: delivery.trackingCode,
    customer_name: delivery.customerName,
    due: toCedis(delivery.due),
    collected: delivery.collected === null ? null : toCedis(delivery.collected),
    reason: delivery.reason,
    at: delivery.at.toISOString(),
  }
}

export function toProofResponse({ id, kind, takenAt, arrivedAt }: ProofRow): ProofResponse {
  return { id, kind, taken_at: takenAt.toISOString(), arrived_at: arrivedAt.toISOString() }
}
