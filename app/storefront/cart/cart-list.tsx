import { useEffect, useRef, useState } from 'react'
import { useCart } from '#app/cart/cart.tsx'
import type { CartLine } from '#rules/cart.ts'
import { CartLineRow } from './cart-line-row.tsx'
import { keepListed, listRows, type Removed } from './cart-rows.ts'
import { RemovedRow } from './removed-row.tsx'
import type { ShelfCheck } from './use-shelf-check.ts'

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
            <CartLineRow line={line} news={check.newsOf(line.product.id)} onRemove={() => takeOut(line)} />
          )}
        </li>
      ))}
    </ul>
  )
}
