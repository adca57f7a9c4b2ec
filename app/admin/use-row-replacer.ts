import { useCallback, useEffect, useRef } from 'react'
import type { Answered } from '../data/use-fetch.ts'

/** Puts one changed row into the list as it is by then: an undo comes seconds after the button was drawn. */
export function useRowReplacer<Row extends { id: number }>(list: Answered<Row[]>): (changed: Row) => void {
  const latest = useRef(list)
  useEffect(() => {
    latest.current = list
  })
  return useCallback((changed: Row) => {
    const { answer, replace } = latest.current
    if (answer) replace(answer.map((row) => (row.id === changed.id ? changed : row)))
  }, [])
}
