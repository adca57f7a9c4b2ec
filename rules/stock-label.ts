export const outOfStockLabel = 'Out of Stock'

/** Null when the quantity is not a number: then the card shows no label. */
export function stockLabel(quantity: unknown): string | null {
  if (!isNumber(quantity)) return null
  return quantity > 0 ? `${quantity} in stock` : outOfStockLabel
}

/** An unknown quantity does not stop anybody: the server counts the shelf when the order comes. */
export function isBuyable(quantity: unknown): boolean {
  return !isNumber(quantity) || quantity > 0
}

function isNumber(quantity: unknown): quantity is number {
  return Number.isFinite(quantity)
}
