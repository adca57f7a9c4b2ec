import type { FocusEvent } from 'react'

/** For rows that run past the edge of the screen: the browser is content when half of what has the focus is seen. */
export function showFocused({ target }: FocusEvent): void {
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
