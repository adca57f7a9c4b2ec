import { useEffect, useState } from 'react'
import { useShortcuts } from './shortcuts.tsx'

export type Selection = {
  ids: readonly number[]
  has(id: number): boolean
  toggle(id: number): void
  selectAll(isAll: boolean): void
  clear(): void
}

/** Which rows are ticked. What is no longer on the page is no longer ticked: nobody acts on what they do not see. */
export function useSelection(shownIds: readonly number[]): Selection {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const shown = shownIds.join(',')
  useEffect(() => {
    const still = new Set(shown.split(',').map(Number))
    setTicked((before) => new Set([...before].filter((id) => still.has(id))))
  }, [shown])
  return {
    ids: shownIds.filter((id) => ticked.has(id)),
    has: (id) => ticked.has(id),
    toggle: (id) =>
      setTicked((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    selectAll: (isAll) => setTicked(new Set(isAll ? shownIds : [])),
    clear: () => setTicked(new Set()),
  }
}

type RowShortcuts = {
  ids: readonly number[]
  /** The id of a row's element. */
  rowId(id: number): string
  selection: Selection
  onOpen(id: number): void
}

/** j and k walk through the rows, x ticks one, Enter opens it. */
export function useRowShortcuts({ ids, rowId, selection, onOpen }: RowShortcuts): void {
  const focused = () => ids.findIndex((id) => document.activeElement?.closest(`#${rowId(id)}`))
  const walk = (step: number) => {
    const at = focused()
    const next = ids[Math.max(0, Math.min(ids.length - 1, at === -1 ? 0 : at + step))]
    if (next === undefined) return
    const row = document.getElementById(rowId(next))
    row?.focus()
    row?.scrollIntoView({ block: 'nearest' })
  }
  const onRow = (act: (id: number) => void) => () => {
    const id = ids[focused()]
    if (id !== undefined) act(id)
  }
  useShortcuts({
    j: () => walk(1),
    k: () => walk(-1),
    x: onRow(selection.toggle),
    Enter: onRow(onOpen),
  })
}
