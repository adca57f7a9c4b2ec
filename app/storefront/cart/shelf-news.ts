import type { CartLine } from '#rules/cart.ts'
import { isBuyable, outOfStockLabel } from '#rules/cart.ts'
import { formatGhs, type Pesewas } from '#rules/money.ts'

/** What the shop says today about a product in the cart. */
export type Shelf = { name: string; price: Pesewas; stock: number; image: string | null } | 'gone'

/** What is different from what the cart remembered. */
export type LineNews = {
  isGone: boolean
  oldPrice: Pesewas | null
  /** How many were wanted before the quantity was changed to what is left. */
  wished: number | null
}

/** The line as it can be ordered today, and what has changed about it. */
export function compareWithShelf(line: CartLine, shelf: Shelf): { line: CartLine; news: LineNews } {
  const { product, quantity } = line
  if (shelf === 'gone') {
    const news = { isGone: true, oldPrice: null, wished: null }
    return { line: { product: { ...product, stock: 0 }, quantity }, news }
  }
  const { name, price, stock } = shelf
  // The cart remembers a small picture, the shop names the largest: it only fills a gap.
  const image = product.image ?? shelf.image ?? undefined
  const isTooMuch = stock > 0 && quantity > stock
  return {
    line: { product: { id: product.id, name, price, stock, image }, quantity: isTooMuch ? stock : quantity },
    news: {
      isGone: false,
      oldPrice: price === product.price ? null : product.price,
      wished: isTooMuch ? quantity : null,
    },
  }
}

/** Two looks at the same line: what the first found stays said until the page is left. */
export function joinNews(before: LineNews | undefined, news: LineNews): LineNews {
  return {
    isGone: news.isGone,
    oldPrice: before?.oldPrice ?? news.oldPrice,
    wished: before?.wished ?? news.wished,
  }
}

/** In words for the line; none when all is as it was. */
export function newsTexts({ product }: CartLine, news: LineNews | undefined): string[] {
  const notOrdered = 'It stays here, but is not part of your order.'
  if (news?.isGone) return [`No longer sold. ${notOrdered}`]
  if (!isBuyable(product.stock)) return [`${outOfStockLabel}. ${notOrdered}`]
  const texts: string[] = []
  if (news && news.wished !== null) texts.push(`Only ${product.stock} left, quantity changed`)
  if (news && news.oldPrice !== null && news.oldPrice !== product.price)
    texts.push(`Price changed from ${formatGhs(news.oldPrice)} to ${formatGhs(product.price)}`)
  return texts
}
