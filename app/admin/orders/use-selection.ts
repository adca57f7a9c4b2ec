import { useEffect, useState } from 'react'

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
