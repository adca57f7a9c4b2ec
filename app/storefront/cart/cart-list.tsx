import { useEffect, useRef, useState } from 'react'
import { useCart } from '#app/cart/cart.tsx'
import { Price } from '#app/components/price.tsx'
import { orderLimit } from '#app/components/remaining-quantity.ts'
import { productPath } from '#app/components/shown-product.tsx'
import { api, isApiProblem } from '#app/data/api.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { InfoIcon, TrashIcon, UndoIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { Thumbnail } from '#app/ui/picture.tsx'
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx'
import type { ProductResponse } from '#contract/catalogue.ts'
import { type Cart, type CartLine, isBuyable, outOfStockLabel } from '#rules/cart.ts'
import { formatGhs, fromCedis, type Pesewas } from '#rules/money.ts'

/** The lines, and the places of those that were just taken out. */
export function useCartRows() {
  const { lines, add, remove } = useCart()
  const [listed, setListed] = useState<readonly number[]>([])
  const [removed, setRemoved] = useState<Removed>(new Map())
  const shown = keepListed(listed, lines)
  if (shown !== listed) setListed(shown)
  return {
    rows: listRows(shown, lines, removed),
    takeOut: (line: CartLine) => {
      setRemoved((before) => new Map(before).set(line.product.id, line))
      remove(line.product.id)
    },
    putBack: (line: CartLine) => add(line.product, line.quantity),
  }
}

type CartListProps = ReturnType<typeof useCartRows> & { check: ShelfCheck }

export function CartList({ rows, takeOut, putBack, check }: CartListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [returned, setReturned] = useState<number | null>(null)

  // The pressed Undo is gone with its row: the line that came back takes over the focus.
  useEffect(() => {
    if (returned === null) return
    list.current?.querySelector<HTMLElement>(`[data-product="${returned}"] a:not([tabindex])`)?.focus()
    setReturned(null)
  }, [returned])

  return (
    <ul ref={list} className="divide-y divide-border border-y border-border">
      {rows.map(({ line, isRemoved }) => (
        <li key={line.product.id} data-product={line.product.id}>
          {isRemoved ? (
            <RemovedRow
              name={line.product.name}
              onUndo={() => {
                putBack(line)
                setReturned(line.product.id)
              }}
            />
          ) : (
            <CartLineRow
              line={line}
              notice={check.noticeOf(line.product.id)}
              onRemove={() => takeOut(line)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

type CartLineRowProps = { line: CartLine; notice: LineNotice | undefined; onRemove(): void }

function CartLineRow({ line, notice, onRemove }: CartLineRowProps) {
  const { product, quantity } = line
  const canBeOrdered = isBuyable(product.stock)
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] content-start gap-x-4 py-4 sm:grid-rows-[auto_auto_1fr]">
      <Link to={productPath(product)} tabIndex={-1} aria-hidden="true" className="self-start sm:row-span-3">
        <Thumbnail
          address={product.image}
          className={classNames('rounded-control', !canBeOrdered && 'grayscale')}
        />
      </Link>
      <div className="flex items-start justify-between gap-2">
        <div className={classNames('min-w-0', !canBeOrdered && 'text-muted-foreground')}>
          <Link
            to={productPath(product)}
            className="-mt-1 flex min-h-11 items-center font-semibold underline-offset-3 hover:underline"
          >
            <span className="line-clamp-2 min-w-0 wrap-anywhere">{product.name}</span>
          </Link>
          <p className="text-sm text-muted-foreground">
            {formatGhs(product.price)}
            <span className="sr-only"> each</span>
            {!canBeOrdered && <span className="sr-only">, quantity {quantity}</span>}
          </p>
        </div>
        <IconButton label={`Remove ${product.name}`} onClick={onRemove} className="-mt-1 -mr-2 flex-none">
          <TrashIcon size={20} />
        </IconButton>
      </div>
      {canBeOrdered && <HowMany line={line} isNoted={notice?.wanted != null} />}
      <Notices texts={noticeTexts(line, notice)} />
    </div>
  )
}

function HowMany({ line: { product, quantity }, isNoted }: { line: CartLine; isNoted: boolean }) {
  const { setQuantity } = useCart()
  const { max, limitText } = orderLimit(product.stock)
  return (
    <div className="mt-3 flex items-start justify-between gap-4 max-sm:col-span-2">
      <QuantityStepper
        itemName={product.name}
        value={quantity}
        max={max}
        limitText={isNoted ? undefined : limitText}
        onChange={(wanted) => setQuantity(product.id, wanted)}
      />
      <span className="pt-2.5">
        <Price amount={product.price * quantity} />
      </span>
    </div>
  )
}

/** The place is always there, so that the text is read out when it comes. */
function Notices({ texts }: { texts: readonly string[] }) {
  return (
    <div role="status" className="max-sm:col-span-2">
      {texts.map((text) => (
        <p key={text} className="mt-2 flex items-start gap-1.5 text-sm font-medium text-warning">
          <InfoIcon size={20} />
          {text}
        </p>
      ))}
    </div>
  )
}

/** Where a line was, with the way back. */
function RemovedRow({ name, onUndo }: { name: string; onUndo(): void }) {
  const place = useRef<HTMLDivElement>(null)

  // The button that was pressed is gone: the way back takes over the focus.
  useEffect(() => {
    place.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [])

  return (
    <div ref={place} className="flex items-center justify-between gap-2 py-3">
      <p className="min-w-0 text-muted-foreground">
        Removed <span className="font-semibold wrap-anywhere">{name}</span>
      </p>
      <Button variant="ghost" onClick={onUndo} className="-mr-3 flex-none">
        <UndoIcon size={20} />
        <span>
          Undo<span className="sr-only"> removing {name}</span>
        </span>
      </Button>
    </div>
  )
}

/** A line, or the place where one was until it was taken out on this page. */
type CartRow = { line: CartLine; isRemoved: boolean }

type Removed = ReadonlyMap<number, CartLine>

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

/** What the shop says today about a product in the cart. */
export type Shelf = { name: string; price: Pesewas; stock: number; image: string | null } | 'gone'

/** What is different from what the cart remembered. */
type LineNotice = {
  isGone: boolean
  oldPrice: Pesewas | null
  /** How many were wanted before the quantity was changed to what is left. */
  wanted: number | null
}

type ShelfCheck = {
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
