import { createContext, use, useEffect } from 'react'
import { countVisits } from './count-visits.ts'
import { ScriptNonce } from './layout/theme.tsx'
import { startHydrationLater } from './start-hydration-later.ts'
import { useHydrated } from './ui/use-hydrated.ts'

/** True where the server renders the framework's scripts and nothing else of the page. */
export const ScriptsOnly = createContext(false)

/** The framework's scripts as they were rendered, for the server's rendering of the page itself. */
export const DeferredScripts = createContext('')

/**
 * A page can be read before any script runs, so its scripts do not compete with its pictures: they lie in a template, which
 * a browser neither runs nor fetches from, until a small script of our own puts them into the page.
 */
export function DeferredHydration() {
  // The browser has both in the page that it got, and does not fetch them a second time.
  const scripts = import.meta.env.SSR ? use(DeferredScripts) : ''
  const nonce = import.meta.env.SSR ? use(ScriptNonce) : undefined
  const starter = import.meta.env.SSR ? `(${startHydrationLater})();(${countVisits})()` : ''
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: what React Router has rendered */}
      <template id="scripts" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: scripts }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own fixed text */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: starter }} />
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
