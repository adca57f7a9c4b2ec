import { maximumQuantity } from '#rules/cart.ts'

/** The most of a product that one order may have, and why: what is on the shelf, if that is known, or the maximum. */
export function orderLimit(stock = Number.NaN): { max: number; limitText: string } {
  return stock < maximumQuantity
    ? { max: stock, limitText: `Only ${stock} in stock` }
    : { max: maximumQuantity, limitText: `At most ${maximumQuantity} of one product in an order` }
}

type Wish = { stock: number; inCart: number; wanted: number }

/** How many of the wanted ones still fit: nobody can put more into the cart than one order may have. */
export function remainingQuantity({ stock, inCart, wanted }: Wish): number {
  return Math.max(0, Math.min(wanted, orderLimit(stock).max - inCart))
}
