import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After a change of page the heading takes the focus, so that the new page is read out. A new filter on the same page is none. */
export function PageFocus() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const main = document.querySelector<HTMLElement>('main')
    const target = main?.querySelector<HTMLElement>('h1') ?? main
    if (!target) return
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [pathname])
  return null
}
