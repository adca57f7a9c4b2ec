import { createContext, use, useEffect } from 'react'
import { plainText, stored, useStored } from '../data/stored.ts'

export type Theme = 'light' | 'dark' | 'system'

const key = 'theme'
const themes: readonly Theme[] = ['light', 'dark', 'system']

/** Runs before the first paint, so that a driver at night is not blinded by a white flash. The browser has it in the page that it got. */
const script = import.meta.env.SSR
  ? `try{var t=localStorage.getItem('${key}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`
  : ''

/** How the server marks our own scripts in the page that it renders; the browser never sees the mark. */
export const ScriptNonce = /* @__PURE__ */ createContext<string | undefined>(undefined)

export function ThemeScript() {
  const nonce = import.meta.env.SSR ? use(ScriptNonce) : undefined
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own fixed text
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}

const themeStore = stored(key, (text): Theme => themes.find((theme) => theme === text) ?? 'system', {
  format: plainText,
})

/** The colours of the back office on this device. The storefront is always light. */
export function useTheme(): { theme: Theme; setTheme(theme: Theme): void } {
  const theme = useStored(themeStore)
  useEffect(() => {
    if (theme) document.documentElement.dataset.theme = theme
  }, [theme])
  return { theme: theme ?? 'system', setTheme: themeStore.write }
}
