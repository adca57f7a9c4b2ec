import { quantityText } from '#contract/checkout.ts'
import { Refusal } from '#contract/refusals.ts'
import { maximumQuantity } from '#rules/cart.ts'
import type { DeliveryOption } from '#rules/delivery-fee.ts'
import type { Pesewas } from '#rules/money.ts'
import type { PaymentMethod } from '#rules/payment-states.ts'
import { hashOf } from '#server/platform/hash.ts'

/** An order as a customer asks for it; what was agreed on is null where the customer named no price. */
export type OrderRequest = {
  customerName: string
  customerEmail: string | null
  customerPhone: string
  address: string
  city: string
  region: string
  zip: string
  deliveryOption: DeliveryOption
  paymentMethod: PaymentMethod
  lines: readonly { productId: number; quantity: number; agreedPrice: Pesewas | null }[]
  agreedSubtotal: Pesewas | null
  agreedDeliveryFee: Pesewas | null
  /** May be anything; used if it is well formed and free. */
  proposedCode: string
}

export type RequestedLine = { productId: number; quantity: number; agreedPrices: Pesewas[] }

/** Two lines of one product are one line: each alone might pass where both together are too many. */
export function mergeLines(lines: OrderRequest['lines']): RequestedLine[] {
  const merged = new Map<number, RequestedLine>()
  for (const { productId, quantity, agreedPrice } of lines) {
    const line = merged.get(productId) ?? { productId, quantity: 0, agreedPrices: [] }
    line.quantity += quantity
    if (agreedPrice !== null) line.agreedPrices.push(agreedPrice)
    merged.set(productId, line)
  }
  if ([...merged.values()].some(({ quantity }) => quantity > maximumQuantity)) {
    throw new Refusal('invalid_input', { fields: { items: quantityText } })
  }
  return [...merged.values()]
}

export type RequestIdentity = {
  /** Null: nothing came with the order that could tell a repetition from a second wish. */
  key: string | null
  contents: string
  /** Without a key of its own, an order is known by its code and its contents. */
  code: string | null
}

export function identify(
  request: OrderRequest,
  lines: readonly RequestedLine[],
  givenKey: string | null,
): RequestIdentity {
  const contents = hashOf(...contentsOf(request, lines))
  if (givenKey) return { key: hashOf('key', givenKey), contents, code: null }
  const code = request.proposedCode || null
  return { key: code && hashOf('code', code, contents), contents, code }
}

/** Prices are left out: they are what we check, not what was ordered. */
function contentsOf(request: OrderRequest, lines: readonly RequestedLine[]): unknown[] {
  const { customerName, customerEmail, customerPhone, address, city, region, zip } = request
  const wanted = lines.map(({ productId, quantity }) => [productId, quantity])
  return [
    [customerName, customerEmail, customerPhone, address, city, region, zip],
    [request.deliveryOption, request.paymentMethod],
    wanted.toSorted(([one = 0], [other = 0]) => one - other),
  ]
}
