import type { Pesewas } from './money.ts'

/** More kinds than this are a shelf, not a set. */
export const mostParts = 12

export const mostOfAPart = 20

/** One of the products that a set is made of, and how many of it are in one set. */
export type SetPart = { productId: number; quantity: number }

type PartOnShelf = SetPart & { stock: number; isSold: boolean }

/** How many sets the shelf allows: the scarcest part decides, and one that is not sold leaves none. */
export function stockOfSet(parts: readonly Omit<PartOnShelf, 'productId'>[]): number {
  if (parts.length === 0) return 0
  return Math.min(...parts.map(({ stock, quantity, isSold }) => (isSold ? Math.floor(stock / quantity) : 0)))
}

type Line = { productId: number; quantity: number; parts?: readonly SetPart[] | null | undefined }

/** What really leaves the shelf: the parts of sets and the products themselves, each once, in the order of their numbers. */
export function jarsOf(lines: readonly Line[]): SetPart[] {
  const jars = new Map<number, number>()
  const take = (productId: number, quantity: number) =>
    jars.set(productId, (jars.get(productId) ?? 0) + quantity)
  for (const { productId, quantity, parts } of lines) {
    if (!parts?.length) take(productId, quantity)
    else for (const part of parts) take(part.productId, part.quantity * quantity)
  }
  return [...jars]
    .map(([productId, quantity]) => ({ productId, quantity }))
    .toSorted((one, other) => one.productId - other.productId)
}

type WantedLine = {
  productId: number
  quantity: number
  /** Of the product itself; what is not sold has none. */
  stock: number
  parts?: readonly PartOnShelf[] | null | undefined
}

/**
 * How many of each line the shelf can still give, when those before it have taken theirs. A set and one of its parts in one
 * cart share the same jars.
 */
export function availableOf(lines: readonly WantedLine[]): number[] {
  const left = new Map<number, number>()
  const leftOf = (productId: number, stock: number) => left.get(productId) ?? stock
  return lines.map(({ productId, quantity, stock, parts }) => {
    const needed = parts?.length ? parts : [{ productId, quantity: 1, stock, isSold: true }]
    const available = stockOfSet(
      needed.map((part) => ({ ...part, stock: leftOf(part.productId, part.stock) })),
    )
    const taken = Math.min(available, quantity)
    for (const part of needed)
      left.set(part.productId, leftOf(part.productId, part.stock) - taken * part.quantity)
    return available
  })
}

/** What the parts would cost one by one beyond the set; zero where the set is no cheaper. */
export function savingOf(parts: readonly { price: Pesewas; quantity: number }[], setPrice: Pesewas): Pesewas {
  const alone = parts.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  return Math.max(0, alone - setPrice)
}

/** What is wrong with the parts that somebody chose; null for none at all, which is no set. */
export function partsMistake(parts: readonly SetPart[]): string | null {
  if (parts.length === 0) return null
  if (parts.length > mostParts) return `Please choose at most ${mostParts} products for a set`
  if (new Set(parts.map(({ productId }) => productId)).size < parts.length)
    return 'One product is there twice. Please change its number instead'
  const isWhole = ({ quantity }: SetPart) =>
    Number.isInteger(quantity) && quantity >= 1 && quantity <= mostOfAPart
  if (!parts.every(isWhole)) return `Please enter whole numbers from 1 to ${mostOfAPart}`
  const pieces = parts.reduce((sum, { quantity }) => sum + quantity, 0)
  return pieces < 2 ? 'A set needs at least two pieces' : null
}

/** `2 × Shea Butter, 1 × Black Soap`. */
export function partsInWords(parts: readonly { name: string; quantity: number }[]): string {
  return parts.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')
}
