import type { FocusEvent } from 'react'

/** For rows that run past the edge of the screen: the browser is content when half of what has the focus is seen. */
export function showFocused({ target }: FocusEvent): void {
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

const roomForSuggestions = 300

/** A list that opens below its field would lie under the bar at the bottom of the screen: the field moves up first. */
export function makeRoomBelow(field: HTMLElement): void {
  if (window.innerHeight - field.getBoundingClientRect().bottom > roomForSuggestions) return
  field.closest('label, div.grid')?.scrollIntoView({ block: 'start', behavior: 'smooth' })
}
