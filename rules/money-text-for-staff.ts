import { type OrderToPay, orderPaymentLabels, paymentTextForStaff } from './payment-states.ts'

// A file of its own: customers and drivers do not load it.

/** Where the cash for an order is: counted in the shop, or still in a driver's pocket. */
export const cashLabels = {
  none: 'No cash collected',
  part: 'Part of the cash',
  with_driver: 'Cash with driver',
  received: 'Cash received',
} as const

type OrderWithCash = OrderToPay & {
  amountToCollect: number
  /** In the same unit; null while nothing is entered. */
  cash: { collected: number; isReceived: boolean } | null
}

/** Paid, or in part, without a word about an online payment. */
const byHand: readonly string[] = [orderPaymentLabels.paid, orderPaymentLabels.partly_paid]

/** How it stands with the money of an order, and of cash taken at the door where it is. */
export function moneyTextForStaff({ cash, amountToCollect, ...order }: OrderWithCash): string {
  const text = paymentTextForStaff(order)
  if (cash === null) return text
  const { collected, isReceived } = cash
  const isCash = text === orderPaymentLabels.on_delivery || (collected > 0 && byHand.includes(text))
  if (!isCash) return text
  const isShort = collected < amountToCollect && text !== orderPaymentLabels.paid
  if (isShort) return cashLabels[collected === 0 ? 'none' : 'part']
  return cashLabels[isReceived ? 'received' : 'with_driver']
}
