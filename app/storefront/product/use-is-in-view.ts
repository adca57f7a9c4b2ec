import { type RefObject, useEffect, useState } from 'react'

/** True until the browser says otherwise, so that nothing pops up in the page as the server wrote it. */
export function useIsInView(element: RefObject<Element | null>): boolean {
  const [isInView, setInView] = useState(true)
  useEffect(() => {
    if (!element.current || !('IntersectionObserver' in window)) return
    const watch = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? true))
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [element])
  return isInView
}
