import type { KeyboardEvent, RefObject } from 'react'
import { useEffect, useState } from 'react'
import { matchingSuggestions, nextLine, type Suggestion } from './suggestions.ts'

type Field = RefObject<HTMLInputElement | null>

/** The state of a list of suggestions under a text field: what it shows, and which line the arrows are on. */
export function useSuggestionList(
  field: Field,
  suggestions: readonly Suggestion[],
  onChoose: ((suggestion: Suggestion) => void) | undefined,
) {
  const [typed, setTyped] = useState<string | null>(null)
  const [line, setLine] = useState(-1)
  const open = typed !== null
  const shown = open ? matchingSuggestions(suggestions, typed) : []

  useEffect(() => {
    if (line >= 0)
      document.getElementById(`${field.current?.id}-list-${line}`)?.scrollIntoView({ block: 'nearest' })
  }, [line, field])

  const close = () => {
    setTyped(null)
    setLine(-1)
  }
  const follow = () => {
    setTyped(field.current?.value ?? '')
    setLine(-1)
  }
  const choose = (suggestion: Suggestion) => {
    write(field.current, suggestion.value ?? suggestion.text)
    close()
    onChoose?.(suggestion)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) return setTyped('')
      return setLine(nextLine(line, event.key === 'ArrowDown' ? 1 : -1, shown.length))
    }
    const chosen = shown[line]
    if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      return choose(chosen)
    }
    if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }
  return { open, shown, line, follow, choose, close, press }
}

/** Writes as a person would, so that everything that listens to typing hears it. */
function write(field: HTMLInputElement | null, value: string) {
  if (!field) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
