import type { ProductResponse } from '#contract/catalogue.ts'
import type { Selection } from '../orders/use-selection.ts'
import { useShortcuts } from '../shortcuts/shortcuts.tsx'
import { rowId } from './products-table.tsx'

type ProductKeys = {
  products: readonly ProductResponse[]
  selection: Selection
  onOpen: (id: number) => void
}

/** j and k walk through the rows, x ticks one, Enter opens it. */
export function useProductKeys({ products, selection, onOpen }: ProductKeys): void {
  const at = () => products.findIndex(({ id }) => document.activeElement?.closest(`#${rowId(id)}`))
  const walk = (step: number) => {
    const next = products[Math.max(0, Math.min(products.length - 1, at() === -1 ? 0 : at() + step))]
    const row = next && document.getElementById(rowId(next.id))
    row?.focus()
    row?.scrollIntoView({ block: 'nearest' })
  }
  const onRow = (act: (id: number) => void) => () => {
    const product = products[at()]
    if (product) act(product.id)
  }
  useShortcuts({
    j: () => walk(1),
    k: () => walk(-1),
    x: onRow(selection.toggle),
    Enter: onRow(onOpen),
  })
}
