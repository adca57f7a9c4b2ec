import { createContext, use, useEffect } from 'react'
import { ScriptNonce } from './layout/theme.tsx'
import { useHydrated } from './ui/use-hydrated.ts'

// A browser has no use for these two: marked as pure, they are left out of its scripts.

/** True where the server renders the framework's scripts and nothing else of the page. */
export const ScriptsOnly = /* @__PURE__ */ createContext(false)

/** The framework's scripts as they were rendered, and our own that start them, for the server's rendering of the page itself. */
export const DeferredScripts = /* @__PURE__ */ createContext({ scripts: '', starters: '' })

/**
 * A page can be read before any script runs, so its scripts do not compete with its pictures: they lie in a template, which
 * a browser neither runs nor fetches from, until a small script of our own puts them into the page.
 */
export function DeferredHydration() {
  // The browser has both in the page that it got, and does not fetch them a second time.
  const scripts = import.meta.env.SSR ? use(DeferredScripts).scripts : ''
  const nonce = import.meta.env.SSR ? use(ScriptNonce) : undefined
  const starters = import.meta.env.SSR ? use(DeferredScripts).starters : ''
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: what React Router has rendered */}
      <template id="scripts" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: scripts }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own fixed text */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: starters }} />
      <AnnounceHydration />
    </>
  )
}

/** From now on the page itself answers taps, and forms show the shop's own messages. */
function AnnounceHydration() {
  const isHydrated = useHydrated()
  useEffect(() => {
    if (isHydrated) window.dispatchEvent(new Event('shop:hydrated'))
  }, [isHydrated])
  return null
}
