import { useNavigation } from 'react-router'

/** A thin bar at the top while the next page is on its way; a page that comes at once shows none. */
export function NavigationProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div className="pointer-events-none fixed inset-x-0 top-0 z-60 h-0.5 animate-[late_.01s_.1s_both,wait_1.2s_.1s_ease-in-out_infinite] bg-terracotta" />
  )
}
