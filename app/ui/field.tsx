import type { ReactNode } from 'react'
import { useId } from 'react'
import { classNames } from './class-names.ts'
import { CircleAlertIcon, WarningIcon } from './icons.tsx'

export type FieldTexts = {
  label: ReactNode
  help?: ReactNode
  error?: string
  /** A doubt that does not stop the form. */
  warning?: string
  optional?: boolean
  hideLabel?: boolean
}

/** The ids that tie a control to its help, warning and error. */
export function useFieldIds(
  givenId: string | undefined,
  { help, error, warning }: Omit<FieldTexts, 'label'>,
) {
  const ownId = useId()
  const id = givenId ?? ownId
  const described = [help && `${id}-help`, warning && `${id}-warning`, error && `${id}-error`].filter(Boolean)
  return { id, describedBy: described.length > 0 ? described.join(' ') : undefined }
}

export const controlClass = classNames(
  'w-full rounded-control border border-input bg-card px-4 text-base text-foreground transition-colors',
  'placeholder:text-muted-foreground hover:border-foreground',
  'aria-invalid:border-2 aria-invalid:border-destructive aria-invalid:px-[15px]',
)

export type FieldProps = FieldTexts & { id: string; className?: string; children: ReactNode }

/** Label above, control, then help, warning and error below it. */
export function Field({ id, label, optional, hideLabel, className, children, ...texts }: FieldProps) {
  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
        <Optional when={optional} />
      </label>
      {children}
      <FieldNotes id={id} {...texts} />
    </div>
  )
}

export function Optional({ when }: { when: boolean | undefined }) {
  return when ? <span className="font-normal text-muted-foreground"> (optional)</span> : null
}

export function FieldNotes({ id, help, warning, error }: Omit<FieldTexts, 'label'> & { id: string }) {
  const line = 'flex items-start gap-1.5 text-sm font-medium'
  return (
    <>
      {help && (
        <div id={`${id}-help`} className="text-sm text-muted-foreground">
          {help}
        </div>
      )}
      {warning && (
        <div id={`${id}-warning`} className={classNames(line, 'text-warning')}>
          <WarningIcon size={20} />
          {warning}
        </div>
      )}
      {error && (
        <div id={`${id}-error`} className={classNames(line, 'text-destructive')}>
          <CircleAlertIcon size={20} />
          {error}
        </div>
      )}
    </>
  )
}
