import { useSyncExternalStore } from 'react'
import { OfflineIcon } from '../ui/icons.tsx'
import { useOfflineLinks } from './offline-links.ts'
import { usePageFrame } from './page-frame.ts'

/** The region is always there, so that its words are read out when they come. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(
    watch,
    () => navigator.onLine,
    () => true,
  )
  const { offlineWords } = usePageFrame()
  useOfflineLinks(isOnline)
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex min-h-10 items-center justify-center gap-2 bg-warning-soft px-gutter py-2 text-center text-sm font-medium text-warning">
          <OfflineIcon size={20} />
          {offlineWords}
        </p>
      )}
    </div>
  )
}

function watch(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
