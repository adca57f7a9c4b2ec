import { useEffect, useRef, useState } from 'react'
import { useCart } from '#app/cart/cart.tsx'
import { api } from '#app/data/api.ts'
import { isApiProblem } from '#app/data/api-problem.ts'
import type { ProductResponse } from '#contract/catalogue.ts'
import type { Cart, CartLine } from '#rules/cart.ts'
import { isBuyable, outOfStockLabel } from '#rules/cart.ts'
import { formatGhs, fromCedis, type Pesewas } from '#rules/money.ts'

/** What the shop says today about a product in the cart. */
export type Shelf = { name: string; price: Pesewas; stock: number; image: string | null } | 'gone'

/** What is different from what the cart remembered. */
export type LineNews = {
  isGone: boolean
  oldPrice: Pesewas | null
  /** How many were wanted before the quantity was changed to what is left. */
  wished: number | null
}

export type ShelfCheck = {
  newsOf(productId: number): LineNews | undefined
  /** True when the shop could not be asked about something; it is asked again once there is a connection. */
  isUnsure: boolean
}

/** A cart with more than this is looked at in part; the shop itself counts all of it when the order comes. */
const mostAsked = 40

/** Asks the shop once about each line of the cart, brings the cart up to date and keeps what has changed. */
export function useShelfCheck(): ShelfCheck {
  const { lines, update } = useCart()
  const [news, setNews] = useState<ReadonlyMap<number, LineNews>>(new Map())
  const [unsure, setUnsure] = useState<readonly number[]>([])
  const round = useRoundsOfLooking()
  const asked = useRef(new Map<number, number>())
  const latest = useRef<Cart>(lines)
  const ids = listIds(lines.slice(0, mostAsked))

  useEffect(() => {
    latest.current = lines
  })

  useEffect(() => {
    const visit = new AbortController()
    const waiting = new Set(readIds(ids).filter((id) => asked.current.get(id) !== round))
    const look = async (id: number) => {
      asked.current.set(id, round)
      const shelf = await askShelf(id, visit.signal)
      if (visit.signal.aborted) return
      waiting.delete(id)
      setUnsure((before) => [...before.filter((each) => each !== id), ...(shelf === null ? [id] : [])])
      const line = latest.current.find((each) => each.product.id === id)
      if (shelf === null || !line) return
      const { news: found } = compareWithShelf(line, shelf)
      setNews((before) => new Map(before).set(id, joinNews(before.get(id), found)))
      update(id, (now) => compareWithShelf(now, shelf).line)
    }
    for (const id of waiting) void look(id)
    return () => {
      visit.abort()
      for (const id of waiting) asked.current.delete(id)
    }
  }, [ids, round, update])

  const isUnsure = lines.some((line) => unsure.includes(line.product.id))
  return { newsOf: (id) => news.get(id), isUnsure }
}

/** One text for the numbers of the lines, so that a new quantity does not start a new look. */
function listIds(lines: Cart): string {
  return lines.map((line) => line.product.id).join(',')
}

function readIds(ids: string): number[] {
  return ids === '' ? [] : ids.split(',').map(Number)
}

/** A new round begins when the connection is back, and when the page comes back from the browser's memory. */
function useRoundsOfLooking(): number {
  const [round, setRound] = useState(0)
  useEffect(() => {
    const again = (event: Event) => {
      if (event.type === 'online' || (event instanceof PageTransitionEvent && event.persisted))
        setRound((count) => count + 1)
    }
    window.addEventListener('online', again)
    window.addEventListener('pageshow', again)
    return () => {
      window.removeEventListener('online', again)
      window.removeEventListener('pageshow', again)
    }
  }, [])
  return round
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

/** Null when the shop could not say, so that the cart keeps what it knows. */
async function askShelf(productId: number, signal: AbortSignal): Promise<Shelf | null> {
  try {
    const product = await api.get<ProductResponse>(`/api/products/${productId}`, { signal, anonymous: true })
    const price = fromCedis(product.price)
    if (price === null) return null
    return { name: product.name, price, stock: product.stock_quantity, image: product.image }
  } catch (error) {
    const isUnknown = isApiProblem(error) && (error.status === 404 || error.status === 400)
    return isUnknown ? 'gone' : null
  }
}
