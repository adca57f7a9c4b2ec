import { useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { CircleAlertIcon, CircleCheckIcon, InfoIcon, XIcon } from './icons.tsx'
import { stays, type Toast, type ToastTone } from './toast-queue.ts'

const timeToRead = 5000

const variants = {
  neutral: { icon: InfoIcon, edge: 'border-border', ink: 'text-primary' },
  success: { icon: CircleCheckIcon, edge: 'border-leaf', ink: 'text-success' },
  destructive: { icon: CircleAlertIcon, edge: 'border-destructive', ink: 'text-destructive' },
} satisfies Record<ToastTone, unknown>

type ToastCardProps = { toast: Toast; held: boolean; onClose: () => void }

export function ToastCard({ toast, held, onClose }: ToastCardProps) {
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
