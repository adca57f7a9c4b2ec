import { type DoorWay, mostCash, referenceMistake } from './cash-book.ts'
import { formatGhs, type Pesewas } from './money.ts'
import type { OrderStatus } from './order-status.ts'
import {
  type OrderPaymentState,
  type OrderPaymentWord,
  orderPaymentLabels,
  type PaymentMethod,
} from './payment-states.ts'

export const moneyKinds = ['receipt', 'repayment'] as const
export type MoneyKind = (typeof moneyKinds)[number]

/** Who wrote it down: the payments, a driver at the door, or the staff. */
export const moneySources = ['gateway', 'door', 'office'] as const
type MoneySource = (typeof moneySources)[number]

/** What the staff enters. */
export const officeWays = ['cash', 'mobile_money', 'wallet', 'bank'] as const
export type OfficeWay = (typeof officeWays)[number]

/** By hand: what came through a gateway and went back otherwise; the note says how. */
export const moneyWays = [...officeWays, 'gateway', 'by_hand'] as const
type MoneyWay = (typeof moneyWays)[number]

export const moneyWayLabels = {
  cash: 'Cash',
  mobile_money: 'Mobile money',
  wallet: 'Shop’s wallet',
  bank: 'Bank',
  gateway: 'Online payment',
  by_hand: 'By hand',
} as const satisfies Record<MoneyWay, string>

/** One line of the ledger. A line that takes another one back has the same kind, and its amount below zero. */
export type MoneyLine = { kind: MoneyKind; source: MoneySource; way: MoneyWay; amount: Pesewas }

/** What the lines of an order come to. */
export type MoneySums = {
  /** What came in online for it, ever. */
  paidOnline: Pesewas
  /** What went back of that. */
  refunded: Pesewas
  /** What drivers were given at the door: in cash, and by mobile money. */
  paidCash: Pesewas
  paidMobile: Pesewas
  /** What the staff has taken. */
  paidOffice: Pesewas
  /** What the staff has paid back by hand of what came in by hand. */
  paidBack: Pesewas
}

export const noMoney: MoneySums = {
  paidOnline: 0,
  refunded: 0,
  paidCash: 0,
  paidMobile: 0,
  paidOffice: 0,
  paidBack: 0,
}

/** To which sum a line belongs. */
export function sumOf({ kind, source, way }: Omit<MoneyLine, 'amount'>): keyof MoneySums {
  if (source === 'gateway') return kind === 'receipt' ? 'paidOnline' : 'refunded'
  if (kind === 'repayment') return 'paidBack'
  if (source === 'office') return 'paidOffice'
  return way === 'mobile_money' ? 'paidMobile' : 'paidCash'
}

export function addLines(sums: MoneySums, lines: readonly MoneyLine[]): MoneySums {
  const { paidOnline, refunded, paidCash, paidMobile, paidOffice, paidBack } = sums
  const added = { paidOnline, refunded, paidCash, paidMobile, paidOffice, paidBack }
  for (const line of lines) added[sumOf(line)] += line.amount
  return added
}

type DoorLine = { driverId: string | null; way: MoneyWay; amount: Pesewas }

/**
 * What is still here of what this driver was given for an order. What went back belongs to the first who had it: whoever
 * brings an order again after its money went back starts from nothing.
 */
export function doorMoneyOf(
  driverId: string,
  lines: readonly DoorLine[],
  doorBack: Pesewas,
): Record<DoorWay, Pesewas> {
  const found: Record<DoorWay, Pesewas> = { cash: 0, mobile_money: 0 }
  let left = doorBack
  for (const those of Map.groupBy(lines, (line) => `${line.driverId} ${line.way}`).values()) {
    const given = those.reduce((sum, { amount }) => sum + amount, 0)
    const gone = Math.min(left, given)
    left -= gone
    const [first] = those
    if (first?.driverId === driverId) found[first.way === 'cash' ? 'cash' : 'mobile_money'] = given - gone
  }
  return found
}

/** What the staff typed. */
export type MoneyEntry = {
  kind: MoneyKind
  way: OfficeWay
  amount: Pesewas | null
  reference: string
  note: string
}

export type MoneyMistakes = { amount?: string; reference?: string; note?: string }

/** Money that nobody can find again in the wallet or at the bank is not entered; what is unusual needs a word. */
export function checkEntry(
  { kind, way, amount, reference, note }: MoneyEntry,
  balance: { open: Pesewas; toPayBack: Pesewas; byHand: Pesewas },
): MoneyMistakes {
  const mistakes: MoneyMistakes = {}
  if (amount === null || amount <= 0 || amount > mostCash) {
    mistakes.amount = 'Please enter the amount in cedis, such as 290.00'
  } else if (kind === 'repayment' && amount > balance.byHand) {
    mistakes.amount =
      balance.byHand === 0
        ? 'No money came in by hand for this order. What was paid online goes back under its payment.'
        : `Please enter at most ${formatGhs(balance.byHand)}: so much came in by hand`
  } else if (note.trim() === '' && amount > (kind === 'receipt' ? balance.open : balance.toPayBack)) {
    mistakes.note =
      kind === 'receipt'
        ? 'Please say why it is more than is open'
        : 'Please say why: the customer keeps the order and pays less for it'
  }
  if (way !== 'cash' && reference.trim() === '') mistakes.reference = referenceMistake
  return mistakes
}

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
