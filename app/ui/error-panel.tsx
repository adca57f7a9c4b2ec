import type { ReactNode, Ref } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { CircleAlertIcon, RefreshIcon } from './icons.tsx'

type ErrorPanelProps = {
  title?: string
  children: ReactNode
  onRetry?: () => void
  retryLabel?: string
  retrying?: boolean
  /** Another way on, beside or instead of trying again. */
  action?: ReactNode
  /** To bring the focus here after a failure. */
  ref?: Ref<HTMLDivElement>
  className?: string
}

export function ErrorPanel(props: ErrorPanelProps) {
  const { title, children, onRetry, retryLabel = 'Try again', retrying, action, ref, className } = props
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className={classNames(
        'flex gap-3 rounded-card border border-destructive bg-destructive-soft p-4 text-destructive-ink',
        className,
      )}
    >
      <CircleAlertIcon />
      <div className="grid flex-1 gap-3">
        <div>
          {title && <p className="font-semibold">{title}</p>}
          <div>{children}</div>
        </div>
        {(onRetry || action) && (
          <div className="flex flex-wrap gap-2">
            {onRetry && (
              <Button variant="secondary" busy={retrying} onClick={onRetry}>
                <RefreshIcon size={20} />
                {retryLabel}
              </Button>
            )}
            {action}
          </div>
        )}
      </div>
    </div>
  )
}
