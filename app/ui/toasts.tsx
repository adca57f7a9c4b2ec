import type { ReactNode } from 'react'
import { createContext, use, useCallback, useMemo, useReducer, useRef } from 'react'
import { emptyQueue, type ToastTexts, toastQueue } from './toast-queue.ts'
import { ToastRegion } from './toast-region.tsx'

export type Toasts = {
  show: (words: ToastTexts) => number
  close: (id: number) => void
}

const ToastsContext = createContext<Toasts | null>(null)

export function ToastsProvider({ children }: { children: ReactNode }) {
  const [queue, tell] = useReducer(toastQueue, emptyQueue)
  const last = useRef(0)
  const close = useCallback((id: number) => tell({ type: 'close', id }), [])
  const toasts = useMemo(() => {
    const show = (words: ToastTexts) => {
      last.current += 1
      tell({ type: 'add', toast: { ...words, id: last.current } })
      return last.current
    }
    return { show, close }
  }, [close])

  return (
    <ToastsContext value={toasts}>
      {children}
      <ToastRegion toasts={queue.shown} onClose={close} />
    </ToastsContext>
  )
}

export function useToasts(): Toasts {
  const toasts = use(ToastsContext)
  if (!toasts) throw new Error('Toasts are only shown inside a ToastsProvider')
  return toasts
}
