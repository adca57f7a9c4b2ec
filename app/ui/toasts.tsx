import {
  createContext,
  type FocusEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { CircleAlertIcon, CircleCheckIcon, InfoIcon, XIcon } from './icons.tsx'
import { placeToasts } from './use-modal.ts'

export type Toasts = {
  show: (texts: ToastTexts) => number
  close: (id: number) => void
}

const ToastsContext = createContext<Toasts | null>(null)

export function ToastsProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<ToastQueue>([])
  const last = useRef(0)
  const toasts = useMemo(() => {
    const show = (texts: ToastTexts) => {
      const id = ++last.current
      setQueue((queue) => addToast(queue, { ...texts, id }))
      return id
    }
    return { show, close: (id: number) => setQueue((queue) => withoutToast(queue, id)) }
  }, [])

  return (
    <ToastsContext value={toasts}>
      {children}
      <ToastRegion toasts={queue.slice(0, mostShown)} onClose={toasts.close} />
    </ToastsContext>
  )
}

export function useToasts(): Toasts {
  const toasts = use(ToastsContext)
  if (!toasts) throw new Error('Toasts are only shown inside a ToastsProvider')
  return toasts
}

type ToastRegionProps = { toasts: readonly Toast[]; onClose: (id: number) => void }

/**
 * Where toasts appear. It is always there, as screen readers only announce what comes into a place they know, and it is a
 * popover, as nothing else lies above an open dialog. It moves on the page, so it is alone in its parent.
 */
function ToastRegion({ toasts, onClose }: ToastRegionProps) {
  const region = useRef<HTMLElement>(null)
  const before = useRef<Element | null>(null)
  const [held, setHeld] = useState(false)
  const newest = toasts.at(-1)?.id

  usePlace(region, newest)

  const any = toasts.length > 0
  useEffect(() => {
    if (!any) return
    const visit = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return
      event.preventDefault()
      region.current?.focus()
    }
    const end = new AbortController()
    document.addEventListener('keydown', visit, { signal: end.signal })
    return () => end.abort()
  }, [any])

  const enter = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) before.current = event.relatedTarget
    setHeld(true)
  }
  const close = (id: number) => {
    const inside = region.current?.contains(document.activeElement)
    onClose(id)
    if (!inside) return
    if (toasts.length > 1) region.current?.focus()
    else if (before.current instanceof HTMLElement) before.current.focus()
    setHeld(false)
  }
  const cards = (list: readonly Toast[]) =>
    list.map((toast) => (
      <ToastCard key={toast.id} toast={toast} held={held} onClose={() => close(toast.id)} />
    ))

  return (
    <div id="toasts">
      <section
        ref={region}
        data-toasts=""
        popover="manual"
        tabIndex={-1}
        aria-label="Notifications, F8"
        onMouseEnter={() => setHeld(true)}
        onMouseLeave={() => setHeld(false)}
        onFocus={enter}
        onBlur={() => setHeld(false)}
        className="fixed z-60 overflow-visible rounded-card bg-transparent text-foreground print:hidden"
      >
        <div role="status" aria-atomic="false" className="grid gap-2">
          {cards(toasts.filter((toast) => !stays(toast)))}
        </div>
        <div role="alert" aria-atomic="false" className="grid gap-2 not-empty:mt-2">
          {cards(toasts.filter(stays))}
        </div>
      </section>
    </div>
  )
}

/** In the topmost dialog, and at the other end of the screen where they would cover what was just pressed. */
function usePlace(region: RefObject<HTMLElement | null>, newest: number | undefined): void {
  const pressed = useRef<Element | null>(null)
  const box = useRef<DOMRect | null>(null)
  useEffect(() => {
    const remember = ({ target }: Event) => {
      if (!(target instanceof Element) || region.current?.contains(target)) return
      pressed.current = target.closest('button, a, label') ?? target
      box.current = pressed.current.getBoundingClientRect()
    }
    const end = new AbortController()
    const options = { capture: true, signal: end.signal }
    document.addEventListener('click', remember, options)
    // Also dialogs that the browser opens or closes by itself.
    const place = () => placeToasts(region.current)
    for (const kind of ['toggle', 'close']) document.addEventListener(kind, place, options)
    return () => end.abort()
  }, [region])
  useLayoutEffect(() => {
    const { current } = region
    placeToasts(current)
    if (!current) return
    if (newest === undefined) current.removeAttribute('style')
    else if (pressed.current?.closest('dialog')?.open !== false && isOver(current, box.current)) {
      const isAbove = current.getBoundingClientRect().top < window.innerHeight / 2
      current.style.top = isAbove ? 'auto' : '4.5rem'
      current.style.bottom = isAbove ? '5.5rem' : 'auto'
    }
  }, [region, newest])
}

function isOver(region: Element, box: DOMRect | null): boolean {
  const { top, bottom, left, right } = region.getBoundingClientRect()
  return box !== null && box.top < bottom && box.bottom > top && box.left < right && box.right > left
}

const timeToRead = 5000

const variants = {
  neutral: { icon: InfoIcon, edge: 'border-border', ink: 'text-primary' },
  success: { icon: CircleCheckIcon, edge: 'border-leaf', ink: 'text-success' },
  destructive: { icon: CircleAlertIcon, edge: 'border-destructive', ink: 'text-destructive' },
} satisfies Record<ToastTone, unknown>

type ToastCardProps = { toast: Toast; held: boolean; onClose: () => void }

function ToastCard({ toast, held, onClose }: ToastCardProps) {
  const { icon: Icon, edge, ink } = variants[toast.tone ?? 'neutral']
  useCloseInTime(!stays(toast) && !held, onClose)
  return (
    <div
      className={classNames(
        'flex items-start gap-3 rounded-card border bg-raised py-1 pr-1 pl-4 shadow-pop motion-safe:animate-rise',
        edge,
      )}
    >
      <Icon className={classNames('mt-3', ink)} />
      <div className="grid min-w-0 flex-1 gap-0.5 py-3">
        <p className="font-semibold">{toast.title}</p>
        {toast.description && <p className="text-sm text-muted-foreground">{toast.description}</p>}
        {toast.action && (
          <button
            type="button"
            className="-mb-2 min-h-12 justify-self-start font-semibold text-link underline underline-offset-3"
            onClick={() => {
              toast.action?.onPress()
              onClose()
            }}
          >
            {toast.action.label}
          </button>
        )}
      </div>
      <IconButton label="Close notification" className="min-h-12 min-w-12" onClick={onClose}>
        <XIcon size={20} />
      </IconButton>
    </div>
  )
}

/** The time stands still while someone points at the toast or is in it with the keyboard. */
function useCloseInTime(running: boolean, close: () => void) {
  const left = useRef(timeToRead)
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!running) return
    const start = performance.now()
    const timer = setTimeout(() => latest.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - start
    }
  }, [running])
}

export type ToastTone = 'neutral' | 'success' | 'destructive'

export type ToastTexts = {
  title: string
  description?: string
  tone?: ToastTone
  /** A shortcut for something that can also be done on the page itself. */
  action?: { label: string; onPress: () => void }
}

type Toast = ToastTexts & { id: number }

/** The first two are shown, the others wait. */
export type ToastQueue = readonly Toast[]

export const mostShown = 2

function stays(toast: ToastTexts): boolean {
  return toast.tone === 'destructive'
}

/**
 * At most two are shown. A new one takes the place of the oldest that would pass anyway; failures stay until closed. Where both
 * are failures, good news is shown at once, and the older failure comes back after it. A failure that happens again takes the
 * place of the same words: nobody closes them five times.
 */
export function addToast(queue: ToastQueue, toast: Toast): ToastQueue {
  const former = queue.filter(
    (other) => !stays(other) || other.title !== toast.title || other.description !== toast.description,
  )
  const [oldest = toast] = former
  const passing = former.slice(0, mostShown).find((other) => !stays(other))
  if (former.length < mostShown || (!passing && stays(toast))) return [...former, toast]
  const left = former.filter((other) => other !== (passing ?? oldest))
  left.splice(1, 0, toast, ...(passing ? [] : [oldest]))
  return left
}

export function withoutToast(queue: ToastQueue, closed: number): ToastQueue {
  return queue.filter(({ id }) => id !== closed)
}
