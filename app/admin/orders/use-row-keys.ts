import { useShortcuts } from '../shortcuts/shortcuts.tsx'
import { rowId } from './orders-table.tsx'
import type { Selection } from './use-selection.ts'

type RowKeys = {
  ids: readonly number[]
  selection: Selection
  onOpen(orderId: number): void
}

/** j and k walk through the rows, x ticks one, Enter opens it. */
export function useRowKeys({ ids, selection, onOpen }: RowKeys): void {
  const at = () => ids.findIndex((id) => document.activeElement?.closest(`#${rowId(id)}`))
  const walk = (step: number) => {
    const next = ids[Math.max(0, Math.min(ids.length - 1, at() === -1 ? 0 : at() + step))]
    if (next === undefined) return
    const row = document.getElementById(rowId(next))
    row?.focus()
    row?.scrollIntoView({ block: 'nearest' })
  }
  const onRow = (act: (id: number) => void) => () => {
    const id = ids[at()]
    if (id !== undefined) act(id)
  }
  useShortcuts({
    j: () => walk(1),
    k: () => walk(-1),
    x: onRow(selection.toggle),
    Enter: onRow(onOpen),
  })
}
