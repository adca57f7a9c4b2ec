import { useSyncExternalStore } from 'react'
import { store } from '../data/device-storage.ts'

export type Theme = 'light' | 'dark' | 'system'

const key = 'theme'
const themes: readonly Theme[] = ['light', 'dark', 'system']

/** Runs before the first paint, so that a driver at night is not blinded by a white flash. */
const script = `try{var t=localStorage.getItem('${key}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`

export function ThemeScript() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own fixed words
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}

/** The look of the back office on this device. The storefront is always light. */
export function useTheme(): { theme: Theme; setTheme(theme: Theme): void } {
  const theme = useSyncExternalStore(watch, shownTheme, () => 'system' as const)
  return { theme, setTheme }
}

function shownTheme(): Theme {
  return themes.find((theme) => theme === document.documentElement.dataset.theme) ?? 'system'
}

function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  store(key, theme)
}

function watch(changed: () => void): () => void {
  const marks = new MutationObserver(changed)
  marks.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const follow = (event: StorageEvent) => {
    if (event.key === key) document.documentElement.dataset.theme = event.newValue ?? 'system'
  }
  window.addEventListener('storage', follow)
  return () => {
    marks.disconnect()
    window.removeEventListener('storage', follow)
  }
}
