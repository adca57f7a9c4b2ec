import type { DriverOrderResponse } from '#contract/delivery.ts'
import type { StepTap } from '#rules/offline-action-queue.ts'

/** For tests: an order on its way, and the tap with which it arrives. */
export const shippedOrder: DriverOrderResponse = {
  id: 1,
  tracking_code: 'K7P2QX',
  customer_name: 'Ama Serwaa',
  customer_phone: '024 123 4567',
  order_status: 'Shipped',
  created_at: '2026-03-05T09:00:00.000Z',
  updated_at: '2026-03-05T09:00:00.000Z',
  shipping_address: 'House 14, Tema',
  delivery_option: 'delivery_service',
  payment_method: 'whatsapp',
  payment_state: 'Pay on delivery',
  order_total: 290,
  amount_to_collect: 290,
  note: '',
  items: [],
  collected: null,
  cash_reason: '',
  paid_by: 'cash',
  money_reference: '',
  photos: 0,
  has_code: false,
  attempts: 0,
  last_attempt: null,
  to_decide_since: null,
  deliver_on: null,
  deliver_slot: null,
  answer_day: null,
  answer_note: '',
  edited_at: null,
}

/** What a tap has, whatever was tapped. */
export const anyTap = {
  key: 'a',
  orderId: shippedOrder.id,
  trackingCode: shippedOrder.tracking_code,
  tappedAt: '2026-03-05T09:00:00.000Z',
  sequence: 0,
  phoneId: '7d1f3c8e-0b6a-4f0e-9d5e-2f6f0f4f9a10',
  waitMs: 0,
  isHeld: false,
  refusal: null,
}

export const deliveredTap: StepTap = {
  ...anyTap,
  kind: 'step',
  from: 'Shipped',
  to: 'Delivered',
  cash: { collected: 29_000, reason: '' },
  proofCode: null,
}
