import type { Pesewas } from './money.ts'
import type { MoneySums } from './order-ledger.ts'
import type { OrderStatus } from './order-status.ts'
import {
  type OrderPaymentState,
  type OrderPaymentWord,
  orderPaymentLabels,
  type PaymentMethod,
} from './payment-states.ts'

/** All that decides how an order stands with its money. The sums are those of its ledger. */
export type OrderMoney = MoneySums & {
  status: OrderStatus
  paymentMethod: PaymentMethod
  total: Pesewas
  /** What was given up of the total while the order stood: paid back as a gesture, or accepted although it was less. */
  waived: Pesewas
  /** What it costs less because of what came back. */
  returned: Pesewas
  /** How its payments stand; null before the first one. */
  paymentState: OrderPaymentState | null
  /** When the money that pays it came in online; null when none does. */
  paidAt: Date | null
}

export type OrderBalance = {
  /** What the customer pays for it in the end. */
  cost: Pesewas
  /** What came in for it and did not go back. */
  kept: Pesewas
  /** How it stands with the money, as people read it. */
  paymentState: OrderPaymentWord
  /** What the driver asks for at the door, all in all: what was collected already is part of it. */
  amountToCollect: Pesewas
  /** What is expected online before anybody packs it. */
  awaitedOnline: Pesewas
  /** What is still missing of the cost, whoever collects it. */
  open: Pesewas
  /** What the shop has and nobody bought anything for. */
  toPayBack: Pesewas
}

/** The one place that says what an order costs, whether it is paid and what a driver collects for it. */
export function balanceOf(order: OrderMoney): OrderBalance {
  const cost = costOf(order)
  const { online, office, door } = keptOf(order)
  const kept = online + office + door
  const due = Math.min(cost, Math.max(0, cost - online - office))
  const isAwaited = awaitsOnlinePayment(order)
  return {
    cost,
    kept,
    paymentState: stateOf(order),
    amountToCollect: isAwaited ? 0 : due,
    awaitedOnline: isAwaited ? due : 0,
    open: Math.max(0, cost - kept),
    toPayBack: Math.max(0, kept - cost),
  }
}

export type Kept = { online: Pesewas; office: Pesewas; door: Pesewas; doorBack: Pesewas }

/**
 * What is still here of the money, by where it came in. What goes back by hand is first that of the office; only what is more
 * than that was taken at a door (`doorBack`).
 */
export function keptOf({
  paidOnline,
  refunded,
  paidOffice,
  paidCash,
  paidMobile,
  paidBack,
}: MoneySums): Kept {
  const doorBack = Math.max(0, paidBack - paidOffice)
  return {
    online: paidOnline - refunded,
    office: Math.max(0, paidOffice - paidBack),
    door: paidCash + paidMobile - doorBack,
    doorBack,
  }
}

/** What can go back by hand. What came through a gateway goes back with its payment, so that nothing goes back twice. */
export function keptByHand(order: MoneySums): Pesewas {
  const { office, door } = keptOf(order)
  return office + door
}

function costOf({ status, total, waived, returned }: OrderMoney): Pesewas {
  return status === 'Cancelled' ? 0 : total - waived - returned
}

/** Nobody collects at the door what is about to be paid, or was never paid, online. */
export function awaitsOnlinePayment({
  status,
  paymentMethod,
  paidAt,
}: Pick<OrderMoney, 'status' | 'paymentMethod' | 'paidAt'>): boolean {
  return status !== 'Cancelled' && paymentMethod === 'mtn_momo' && paidAt === null
}

/** Money came in or went back through the gateway, whatever is paid at the door. */
const decided: readonly (OrderPaymentState | null)[] = [
  'review',
  'questioned',
  'refund_due',
  'refund_pending',
]

function stateOf(order: OrderMoney): OrderPaymentWord {
  const { paymentMethod, paymentState, paidAt } = order
  if (paidAt !== null) return stateOfPaidOnline(order)
  if (paymentState !== null && decided.includes(paymentState)) return orderPaymentLabels[paymentState]
  const cost = costOf(order)
  const kept = keptByHand(order)
  if (kept > cost) return orderPaymentLabels.refund_due
  if (kept > 0) return orderPaymentLabels[kept < cost ? 'partly_paid' : 'paid']
  const wentBack = order.paidBack > 0 || paymentState === 'refunded'
  if (wentBack && cost === 0) return orderPaymentLabels.refunded
  if (paymentMethod === 'whatsapp') return orderPaymentLabels.on_delivery
  return orderPaymentLabels[paymentState ?? 'awaiting']
}

function stateOfPaidOnline(order: OrderMoney): OrderPaymentWord {
  const { status, paymentState } = order
  if (paymentState === 'refund_pending' || paymentState === 'questioned')
    return orderPaymentLabels[paymentState]
  // Whoever has paid for an order that will not come gets the money back.
  if (status === 'Cancelled') return orderPaymentLabels.refund_due
  const cost = costOf(order)
  const { online } = keptOf(order)
  const byHand = keptByHand(order)
  if (byHand > Math.max(0, cost - online)) return orderPaymentLabels.paid_twice
  if (online > cost) return orderPaymentLabels.refund_due
  if (paymentState === 'partially_refunded') return orderPaymentLabels.partially_refunded
  return orderPaymentLabels[online + byHand < cost ? 'partly_paid' : 'paid']
}

type MoneyChange = Partial<Pick<OrderMoney, 'waived' | 'paymentMethod'>>

/**
 * A payment that pays the order. One that brings less than was asked for was accepted as good enough; what the order costs more since
 * then is paid at the door.
 */
export function withPayment(order: OrderMoney, amount: Pesewas, asked = order.total): MoneyChange {
  const missing = Math.min(order.total, asked) - balanceOf(order).kept - amount
  return { waived: Math.min(order.total - order.returned, Math.max(0, missing)) }
}

/**
 * Money that goes back while the order stands is a gesture: nobody asks for it again at the door. What was too much anyway, or
 * belongs to an order that is cancelled, is none.
 */
export function withRefund(order: OrderMoney, amount: Pesewas): MoneyChange {
  if (order.status === 'Cancelled') return {}
  const waived = waivedWith(order, amount)
  const isPaidAtDoor = order.refunded + amount >= order.paidOnline && waived + order.returned < order.total
  return { waived, ...(isPaidAtDoor ? { paymentMethod: 'whatsapp' } : {}) }
}

/** The same for what goes back by hand of money that came in by hand. */
export function withRepayment(order: OrderMoney, amount: Pesewas): MoneyChange {
  return order.status === 'Cancelled' ? {} : { waived: waivedWith(order, amount) }
}

function waivedWith(order: OrderMoney, amount: Pesewas): Pesewas {
  const gesture = Math.max(0, amount - balanceOf(order).toPayBack)
  return Math.min(order.total - order.returned, order.waived + gesture)
}

/** Whoever has given the shop money for an order pays the rest at the door: nobody waits for it online any more. */
export function withReceipt(order: OrderMoney): MoneyChange {
  return awaitsOnlinePayment(order) ? whenPaidOnDelivery() : {}
}

/** An order that lives again after all of its money went back costs its total again, and is paid at the door. */
export function whenReopened(order: OrderMoney): MoneyChange {
  const { paidOnline, paidCash, paidMobile, paidOffice } = order
  const hasReceived = paidOnline + paidCash + paidMobile + paidOffice > 0
  if (!hasReceived || balanceOf(order).kept > 0) return {}
  return { waived: 0, paymentMethod: 'whatsapp' }
}

/** The customer, or the staff, decides that an unpaid online order is paid at the door. */
export function whenPaidOnDelivery(): MoneyChange {
  return { waived: 0, paymentMethod: 'whatsapp' }
}
