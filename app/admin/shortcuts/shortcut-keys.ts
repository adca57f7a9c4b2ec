/** Every key the back office listens to, and what the list of shortcuts says about it. */
export const shortcutLabels = {
  'g d': 'Go to Dashboard',
  'g p': 'Go to Products',
  'g o': 'Go to Orders',
  'g b': 'Go to Blog',
  '/': 'Search',
  n: 'New',
  j: 'Next',
  k: 'Previous',
  x: 'Select',
  Enter: 'Open',
  'Ctrl+S': 'Save',
  '?': 'Show this list',
} as const

export type ShortcutKey = keyof typeof shortcutLabels

export const shortcutKeys = Object.keys(shortcutLabels) as ShortcutKey[]

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>

/** After `g` there is this long to say where to. */
const patienceMs = 1500

/** Reads one press after the other; `g` waits for the key that follows it. */
export function createKeyReader(): (press: Press) => ShortcutKey | null {
  let goPressedAt = Number.NEGATIVE_INFINITY
  return (press) => {
    const isAfterGo = press.timeStamp - goPressedAt <= patienceMs
    goPressedAt = Number.NEGATIVE_INFINITY
    if (press.altKey) return null
    if (press.ctrlKey || press.metaKey) return press.key.toLowerCase() === 's' ? 'Ctrl+S' : null
    if (isAfterGo) return known(`g ${press.key}`)
    if (press.key === 'g') goPressedAt = press.timeStamp
    return known(press.key)
  }
}

function known(keys: string): ShortcutKey | null {
  return shortcutKeys.find((key) => key === keys) ?? null
}
