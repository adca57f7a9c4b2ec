import type { LineProblem } from '#contract/checkout.ts'
import { Refusal } from '#contract/refusals.ts'
import { toCedis } from '#rules/money.ts'
import type { ShelfProduct } from './stock.ts'

export type WantedLine = { productId: number; quantity: number }

export type Shelf = ReadonlyMap<number, ShelfProduct>

export function toShelf(locked: readonly ShelfProduct[]): Shelf {
  return new Map(locked.map((product) => [product.id, product]))
}

/** All that is missing is named at once, so that nobody has to try again and again. */
export function refuseIfShort(lines: readonly WantedLine[], shelf: Shelf, text?: string): void {
  const problems = lines.map((line) => describeLine(line, shelf)).filter(isProblem)
  if (problems.length === 0) return
  const code = problems.every(({ is_sold }) => is_sold) ? 'out_of_stock' : 'not_available'
  throw new Refusal(code, { text: text ?? inWords(problems), details: { items: problems } })
}

export function describeLine({ productId, quantity }: WantedLine, shelf: Shelf): LineProblem {
  const product = shelf.get(productId)
  const isSold = product !== undefined && product.removedAt === null
  return {
    product_id: productId,
    product_name: product?.name ?? null,
    quantity,
    available: isSold ? product.stock : 0,
    is_sold: isSold,
    price_per_item: isSold ? toCedis(product.price) : null,
  }
}

function isProblem({ is_sold, available, quantity }: LineProblem): boolean {
  return !is_sold || available < quantity
}

const mostNamed = 3

function inWords(problems: LineProblem[]): string {
  const sentences = problems.slice(0, mostNamed).map(({ product_name: name, is_sold, available }) => {
    if (name === null) return 'One product cannot be bought.'
    if (!is_sold) return `${name} is no longer available.`
    return available === 0 ? `${name} is out of stock.` : `Only ${available} of ${name} left.`
  })
  const more = problems.length - sentences.length
  return [...sentences, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ')
}
