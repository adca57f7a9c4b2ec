import type { Cart, CartLine } from '#rules/cart.ts'

/** A line, or the place where one was until it was taken out on this page. */
export type CartRow = { line: CartLine; isRemoved: boolean }

export type Removed = ReadonlyMap<number, CartLine>

/** Once listed, a line keeps its place until the page is left, so that taking it out can be undone where it was. */
export function keepListed(listed: readonly number[], lines: Cart): readonly number[] {
  const fresh = lines.map((line) => line.product.id).filter((id) => !listed.includes(id))
  return fresh.length === 0 ? listed : [...listed, ...fresh]
}

/** What another tab took out, or an order that was placed there, simply leaves the list. */
export function listRows(listed: readonly number[], lines: Cart, removed: Removed): CartRow[] {
  return listed.flatMap((id): CartRow[] => {
    const line = lines.find((each) => each.product.id === id)
    if (line) return [{ line, isRemoved: false }]
    const before = removed.get(id)
    return before ? [{ line: before, isRemoved: true }] : []
  })
}
