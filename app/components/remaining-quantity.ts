/** How many of the wished ones still fit: nobody can put more into the cart than lie on the shelf. */
export function remainingQuantity({
  stock,
  inCart,
  wished,
}: {
  stock: number
  inCart: number
  wished: number
}): number {
  if (!Number.isFinite(stock)) return wished
  return Math.max(0, Math.min(wished, stock - inCart))
}
