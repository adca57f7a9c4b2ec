import { type DeliveryFees, type Destination, deliveryFee } from './delivery-fee.ts'
import type { Pesewas } from './money.ts'

export type PricedLine = { price: Pesewas; quantity: number }

export type OrderTotal = { subtotal: Pesewas; deliveryFee: Pesewas; total: Pesewas }

export function subtotalOf(lines: readonly PricedLine[]): Pesewas {
  return lines.reduce((sum, line) => sum + line.price * line.quantity, 0)
}

export function orderTotal(
  lines: readonly PricedLine[],
  destination: Destination,
  fees: DeliveryFees,
): OrderTotal {
  const subtotal = subtotalOf(lines)
  const fee = deliveryFee(destination, fees)
  return { subtotal, deliveryFee: fee, total: subtotal + fee }
}
