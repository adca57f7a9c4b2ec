import { useEffect, useRef, useState } from 'react'
import { useCart } from '#app/cart/cart.tsx'
import { api } from '#app/data/api.ts'
import { isApiProblem } from '#app/data/api-problem.ts'
import type { ProductResponse } from '#contract/catalogue.ts'
import { type Cart, type CartLine, isBuyable, outOfStockLabel } from '#rules/cart.ts'
import { formatGhs, fromCedis, type Pesewas } from '#rules/money.ts'

/** What the shop says today about a product in the cart. */
export type Shelf = { name: string; price: Pesewas; stock: number; image: string | null } | 'gone'

/** What is different from what the cart remembered. */
export type LineNotice = {
  isGone: boolean
  oldPrice: Pesewas | null
  /** How many were wanted before the quantity was changed to what is left. */
  wanted: number | null
}

export type ShelfCheck = {
  noticeOf(productId: number): LineNotice | undefined
  /** True when the shop could not be asked about something; it is asked again once there is a connection. */
  isUnsure: boolean
}

/** A cart with more than this is checked in part; the shop itself counts all of it when the order comes. */
const mostChecked = 40

/** Asks the shop once about each line of the cart, updates the cart and remembers what has changed. */
export function useShelfCheck(): ShelfCheck {
  const { lines, update } = useCart()
  const [notices, setNotices] = useState<ReadonlyMap<number, LineNotice>>(new Map())
  const [unsure, setUnsure] = useState<readonly number[]>([])
  const round = useCheckRounds()
  const asked = useRef(new Map<number, number>())
  const latest = useRef<Cart>(lines)
  const ids = listIds(lines.slice(0, mostChecked))

  useEffect(() => {
    latest.current = lines
  })

  useEffect(() => {
    const visit = new AbortController()
    const waiting = new Set(readIds(ids).filter((id) => asked.current.get(id) !== round))
    const check = async (id: number) => {
      asked.current.set(id, round)
      const shelf = await fetchShelf(id, visit.signal)
      if (visit.signal.aborted) return
      waiting.delete(id)
      setUnsure((before) => [...before.filter((each) => each !== id), ...(shelf === null ? [id] : [])])
      const line = latest.current.find((each) => each.product.id === id)
      if (shelf === null || !line) return
      const { notice } = compareWithShelf(line, shelf)
      setNotices((before) => new Map(before).set(id, joinNotices(before.get(id), notice)))
      update(id, (now) => compareWithShelf(now, shelf).line)
    }
    for (const id of waiting) void check(id)
    return () => {
      visit.abort()
      for (const id of waiting) asked.current.delete(id)
    }
  }, [ids, round, update])

  const isUnsure = lines.some((line) => unsure.includes(line.product.id))
  return { noticeOf: (id) => notices.get(id), isUnsure }
}

/** One text for the numbers of the lines, so that a new quantity does not start a new check. */
function listIds(lines: Cart): string {
  return lines.map((line) => line.product.id).join(',')
}

function readIds(ids: string): number[] {
  return ids === '' ? [] : ids.split(',').map(Number)
}

/** A new round begins when the connection is back, and when the page comes back from the browser's memory. */
function useCheckRounds(): number {
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
export function compareWithShelf(line: CartLine, shelf: Shelf): { line: CartLine; notice: LineNotice } {
  const { product, quantity } = line
  if (shelf === 'gone') {
    const notice = { isGone: true, oldPrice: null, wanted: null }
    return { line: { product: { ...product, stock: 0 }, quantity }, notice }
  }
  const { name, price, stock } = shelf
  // The cart remembers a small picture, the shop names the largest: it only fills a gap.
  const image = product.image ?? shelf.image ?? undefined
  const isTooMuch = stock > 0 && quantity > stock
  return {
    line: { product: { id: product.id, name, price, stock, image }, quantity: isTooMuch ? stock : quantity },
    notice: {
      isGone: false,
      oldPrice: price === product.price ? null : product.price,
      wanted: isTooMuch ? quantity : null,
    },
  }
}

/** Two checks of the same line: what the first found stays shown until the page is left. */
export function joinNotices(before: LineNotice | undefined, notice: LineNotice): LineNotice {
  return {
    isGone: notice.isGone,
    oldPrice: before?.oldPrice ?? notice.oldPrice,
    wanted: before?.wanted ?? notice.wanted,
  }
}

/** The texts beside the line; none when nothing has changed. */
export function noticeTexts({ product }: CartLine, notice: LineNotice | undefined): string[] {
  const notOrdered = 'It stays here, but is not part of your order.'
  if (notice?.isGone) return [`No longer sold. ${notOrdered}`]
  if (!isBuyable(product.stock)) return [`${outOfStockLabel}. ${notOrdered}`]
  const texts: string[] = []
  if (notice && notice.wanted !== null) texts.push(`Only ${product.stock} left, quantity changed`)
  if (notice && notice.oldPrice !== null && notice.oldPrice !== product.price)
    texts.push(`Price changed from ${formatGhs(notice.oldPrice)} to ${formatGhs(product.price)}`)
  return texts
}

/** Null when the shop could not say, so that the cart keeps what it knows. */
async function fetchShelf(productId: number, signal: AbortSignal): Promise<Shelf | null> {
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
