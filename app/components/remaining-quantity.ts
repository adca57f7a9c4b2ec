/** How many of the wanted ones still fit: nobody can put more into the cart than lie on the shelf. */
export function remainingQuantity({
  stock,
  inCart,
  wanted,
}: {
  stock: number
  inCart: number
  wanted: number
}): number {
  if (!Number.isFinite(stock)) return wanted
  return Math.max(0, Math.min(wanted, stock - inCart))
}
