import type { Pesewas } from './money.ts'
import type { OrderStatus } from './order-status.ts'
import {
  type OrderPaymentState,
  type OrderPaymentWord,
  orderPaymentLabels,
  type PaymentMethod,
} from './payment-states.ts'

/** All that decides how an order stands with its money. */
export type OrderMoney = {
  status: OrderStatus
  paymentMethod: PaymentMethod
  total: Pesewas
  /** What was given up of the total while the order stood: paid back as a gesture, or accepted although it was less. */
  waived: Pesewas
  /** What came in online for it, ever. */
  paidOnline: Pesewas
  /** What drivers were given for it at the door. */
  paidCash: Pesewas
  /** What went back of the money that came in online. */
  refunded: Pesewas
  /** How its payments stand; null before the first one. */
  paymentState: OrderPaymentState | null
  /** When the money that pays it came in online; null when none does. */
  paidAt: Date | null
}

export type OrderBalance = {
  /** What the customer pays for it in the end. */
  cost: Pesewas
  /** How it stands with the money, as people read it. */
  paymentState: OrderPaymentWord
  /** What the driver asks for at the door, all in all: what was collected already is part of it. */
  amountToCollect: Pesewas
  /** What is expected online before anybody packs it. */
  awaitedOnline: Pesewas
  /** What the shop has and nobody bought anything for. */
  toPayBack: Pesewas
}

/** The one place that says what an order costs, whether it is paid and what a driver collects for it. */
export function balanceOf(order: OrderMoney): OrderBalance {
  const cost = costOf(order)
  const open = Math.min(cost, Math.max(0, cost - keptOnline(order)))
  const isAwaited = awaitsOnlinePayment(order)
  const amountToCollect = isAwaited ? 0 : open
  return {
    cost,
    paymentState: stateOf(order, amountToCollect),
    amountToCollect,
    awaitedOnline: isAwaited ? open : 0,
    toPayBack: Math.max(0, keptOnline(order) + order.paidCash - cost),
  }
}

export type Held = Pick<OrderMoney, 'paidOnline' | 'refunded'>

function keptOnline({ paidOnline, refunded }: Held): Pesewas {
  return paidOnline - refunded
}

function costOf({ status, total, waived }: OrderMoney): Pesewas {
  return status === 'Cancelled' ? 0 : total - waived
}

/** Nobody collects at the door what is about to be paid, or was never paid, online. */
export function awaitsOnlinePayment({ status, paymentMethod, paidAt }: OrderMoney): boolean {
  return status !== 'Cancelled' && paymentMethod === 'mtn_momo' && paidAt === null
}

/** Money came in or went back, whatever is paid at the door. */
const decided: readonly (OrderPaymentState | null)[] = [
  'review',
  'questioned',
  'refund_due',
  'refund_pending',
]

function stateOf(order: OrderMoney, amountToCollect: Pesewas): OrderPaymentWord {
  const { status, paymentMethod, paymentState, paidAt, paidCash } = order
  if (paidAt !== null) {
    if (paymentState === 'refund_pending' || paymentState === 'questioned')
      return orderPaymentLabels[paymentState]
    // Whoever has paid for an order that will not come gets the money back.
    if (status === 'Cancelled') return orderPaymentLabels.refund_due
    if (paidCash > amountToCollect) return orderPaymentLabels.paid_twice
    return orderPaymentLabels[paymentState === 'partially_refunded' ? paymentState : 'paid']
  }
  const isGivenBack = paymentState === 'refunded' && costOf(order) === 0
  if (paymentMethod === 'whatsapp' && !isGivenBack && !decided.includes(paymentState))
    return orderPaymentLabels.on_delivery
  return orderPaymentLabels[paymentState ?? 'awaiting']
}

type MoneyChange = Partial<Pick<OrderMoney, 'paidOnline' | 'refunded' | 'waived' | 'paymentMethod'>>

/**
 * A payment that pays the order. One that brings less than was asked for was accepted as good enough; what the order costs more since
 * then is paid at the door.
 */
export function withPayment(order: OrderMoney, amount: Pesewas, asked = order.total): MoneyChange {
  const paidOnline = order.paidOnline + amount
  const missing = Math.min(order.total, asked) - keptOnline({ ...order, paidOnline })
  return { paidOnline, waived: Math.min(order.total, Math.max(0, missing)) }
}

/**
 * Money that goes back while the order stands is a gesture: nobody asks for it again at the door. What was too much anyway, or
 * belongs to an order that is cancelled, is none.
 */
export function withRefund(order: OrderMoney, amount: Pesewas): MoneyChange {
  const refunded = order.refunded + amount
  if (order.status === 'Cancelled') return { refunded }
  const gesture = Math.max(0, amount - balanceOf(order).toPayBack)
  const waived = Math.min(order.total, order.waived + gesture)
  const isPaidAtDoor = refunded >= order.paidOnline && waived < order.total
  return { refunded, waived, ...(isPaidAtDoor ? { paymentMethod: 'whatsapp' } : {}) }
}

/** An order that lives again after all of its money went back costs its total again, and is paid at the door. */
export function whenReopened(order: OrderMoney): MoneyChange {
  if (order.paidOnline === 0 || keptOnline(order) > 0) return {}
  return { waived: 0, paymentMethod: 'whatsapp' }
}

/** The customer, or the staff, decides that an unpaid online order is paid at the door. */
export function whenPaidOnDelivery(): MoneyChange {
  return { waived: 0, paymentMethod: 'whatsapp' }
}
