import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Goes to a page and waits until it is on the screen: the address changes a while before the page does. */
export function useShownNavigation(): (path: string) => Promise<void> {
  const navigate = useNavigate()
  const { key } = useLocation()
  const shown = useRef(key)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    shown.current = key
    for (const goOn of waiting.current.splice(0)) goOn()
  }, [key])
  return useCallback(
    async (path) => {
      const before = shown.current
      await navigate(path)
      if (shown.current === before) await new Promise<void>((goOn) => waiting.current.push(goOn))
    },
    [navigate],
  )
}
