import { useEffect, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { isShopReachable } from '../data/api.ts'
import { OfflineIcon } from '../ui/icons.tsx'
import { tappedLink } from '../ui/link.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { usePageFrame } from './page-meta-and-frame.ts'

/** The region is always there, so that its text is read out when it comes. */
export function OfflineBar() {
  const isOnline = useOnline()
  const { offlineText } = usePageFrame()
  useOfflineLinks(isOnline)
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex min-h-10 items-center justify-center gap-2 bg-warning-soft px-gutter py-2 text-center text-sm font-medium text-warning">
          <OfflineIcon size={20} />
          {offlineText}
        </p>
      )}
    </div>
  )
}

/** The server takes every visitor to be online. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  )
}

function watchNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/**
 * Without a connection a tapped link would replace the page by the browser's own error page. So while the browser
 * says that it is offline, the shop is asked first; browsers are sometimes wrong about it.
 */
function useOfflineLinks(isOnline: boolean): void {
  const navigate = useNavigate()
  const { show } = useToasts()
  useEffect(() => {
    if (isOnline) return
    const follow = async (event: MouseEvent) => {
      const tapped = tappedLink(event)
      if (!tapped || tapped.link.pathname + tapped.link.search === location.pathname + location.search) return
      event.preventDefault()
      event.stopPropagation()
      if (await isShopReachable()) await navigate(tapped.path)
      else show({ title: 'You are offline', description: 'This page opens once you are connected again.' })
    }
    document.addEventListener('click', follow, true)
    return () => document.removeEventListener('click', follow, true)
  }, [isOnline, navigate, show])
}
