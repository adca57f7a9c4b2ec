export type ToastTone = 'neutral' | 'success' | 'destructive'

export type ToastTexts = {
  title: string
  description?: string
  tone?: ToastTone
  /** A shortcut for something that can also be done on the page itself. */
  action?: { label: string; onPress: () => void }
}

export type Toast = ToastTexts & { id: number }

export type ToastQueue = { shown: readonly Toast[]; waiting: readonly Toast[] }

export type ToastEvent = { type: 'add'; toast: Toast } | { type: 'close'; id: number }

export const emptyQueue: ToastQueue = { shown: [], waiting: [] }

const mostShown = 2

export function stays(toast: ToastTexts): boolean {
  return toast.tone === 'destructive'
}

/** At most two are shown. A new one takes the place of the oldest that would pass anyway; failures stay until closed. */
export function toastQueue(queue: ToastQueue, event: ToastEvent): ToastQueue {
  if (event.type === 'add') return add(queue, event.toast)
  const shown = queue.shown.filter(({ id }) => id !== event.id)
  const waiting = queue.waiting.filter(({ id }) => id !== event.id)
  const free = mostShown - shown.length
  return { shown: [...shown, ...waiting.slice(0, free)], waiting: waiting.slice(free) }
}

function add(queue: ToastQueue, toast: Toast): ToastQueue {
  if (queue.shown.length < mostShown) return { ...queue, shown: [...queue.shown, toast] }
  const passing = queue.shown.find((other) => !stays(other))
  if (!passing) return { ...queue, waiting: [...queue.waiting, toast] }
  return { ...queue, shown: [...queue.shown.filter((other) => other !== passing), toast] }
}
