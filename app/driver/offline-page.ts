import { useEffect } from 'react'

/** Puts this page with all its files on the phone, so that it opens without a network. Only the finished shop has such files. */
export function useOfflinePage(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    void keepPage().catch(() => undefined)
  }, [])
}

async function keepPage(): Promise<void> {
  await navigator.serviceWorker.register('/driver-worker.js', { scope: '/driver' })
  const { active } = await navigator.serviceWorker.ready
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === window.location.origin)
    .map(({ pathname }) => pathname)
  active?.postMessage({ type: 'keep', files })
}
