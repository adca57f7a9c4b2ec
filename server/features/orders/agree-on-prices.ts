import { Refusal } from '#contract/refusals.ts'
import type { ShopSettings } from '#contract/settings.ts'
import { orderTotal } from '#rules/delivery-fee.ts'
import { type OrderTotal, type Pesewas, toCedis } from '#rules/money.ts'
import { describeLine, type Shelf } from '../catalogue/shortages.ts'
import type { OrderRequest, RequestedLine } from './order-request.ts'

/** Name, price and picture as they are at this moment: what the order keeps for ever. */
export type SoldLine = {
  productId: number
  productName: string
  pictureId: string | null
  quantity: number
  pricePerItem: Pesewas
}

export type Sale = OrderTotal & { lines: SoldLine[] }

/** Our prices count. Where the customer was shown others, nothing is sold before they have seen the new ones. */
export function agreeOnPrices(
  request: OrderRequest,
  lines: readonly RequestedLine[],
  shelf: Shelf,
  settings: ShopSettings,
): Sale {
  const sold = lines.map(({ productId, quantity }) => sellLine(productId, quantity, shelf))
  const destination = { option: request.deliveryOption, region: request.region, city: request.city }
  const priced = sold.map(({ pricePerItem, quantity }) => ({ price: pricePerItem, quantity }))
  const total = orderTotal(priced, destination, settings.deliveryFees)
  const isAgreed =
    lines.every(({ agreedPrices }, n) => agreedPrices.every((price) => price === sold[n]?.pricePerItem)) &&
    fits(request.agreedSubtotal, total.subtotal) &&
    fits(request.agreedDeliveryFee, total.deliveryFee)
  if (isAgreed) return { lines: sold, ...total }
  throw new Refusal('price_changed', {
    details: {
      items: lines.map((line) => describeLine(line, shelf)),
      subtotal: toCedis(total.subtotal),
      delivery_fee: toCedis(total.deliveryFee),
      order_total: toCedis(total.total),
    },
  })
}

function sellLine(productId: number, quantity: number, shelf: Shelf): SoldLine {
  const product = shelf.get(productId)
  if (product === undefined) throw new Error('A line was sold that is not on the shelf')
  const { name: productName, pictureId, price: pricePerItem } = product
  return { productId, productName, pictureId, quantity, pricePerItem }
}

function fits(agreed: Pesewas | null, today: Pesewas): boolean {
  return agreed === null || agreed === today
}
