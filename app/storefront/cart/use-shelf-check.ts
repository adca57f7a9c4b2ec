import { useEffect, useRef, useState } from 'react'
import { useCart } from '#app/cart/cart.tsx'
import type { Cart } from '#rules/cart.ts'
import { askShelf, mostAsked } from './ask-shelf.ts'
import { compareWithShelf, joinNews, type LineNews } from './shelf-news.ts'

export type ShelfCheck = {
  newsOf(productId: number): LineNews | undefined
  /** True when the shop could not be asked about something; it is asked again once there is a connection. */
  isUnsure: boolean
}

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
