/** Why somebody should ring before an order is packed. */
export const unusualReasons = ['many_pieces', 'most_of_stock', 'many_orders'] as const

export type UnusualReason = (typeof unusualReasons)[number]

export const unusualReasonTexts = {
  many_pieces: 'Many times the usual number of pieces',
  most_of_stock: 'Most of what was left of a product',
  many_orders: 'Many orders from one number or address in a short time',
} as const satisfies Record<UnusualReason, string>

/** So few pieces are never many, however small the shop's orders are. */
export const fewestManyPieces = 20
const timesTheUsual = 10

/** So few pieces of a product are an ordinary purchase, even when they are the last ones. */
const fewestOfStock = 10

type OrderedLine = { quantity: number; stockBefore: number }

type Circumstances = {
  lines: readonly OrderedLine[]
  /** The pieces of an ordinary order lately; null when there were none, or nobody needs to know. */
  usualPieces: number | null
  /** This number or address has ordered often in the last minutes. */
  isOneOfMany: boolean
}

export function piecesOf(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Quantities are free up to the stock; what is far from usual is to be confirmed by a person. */
export function unusualReasonsOf({ lines, usualPieces, isOneOfMany }: Circumstances): UnusualReason[] {
  const many = Math.max(fewestManyPieces, (usualPieces ?? 0) * timesTheUsual)
  const found = {
    many_pieces: piecesOf(lines) >= many,
    most_of_stock: lines.some(
      ({ quantity, stockBefore }) => quantity >= fewestOfStock && quantity * 2 > stockBefore,
    ),
    many_orders: isOneOfMany,
  } satisfies Record<UnusualReason, boolean>
  return unusualReasons.filter((reason) => found[reason])
}
