import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { ChevronDownIcon, CircleAlertIcon, LockIcon, WarningIcon } from './icons.tsx'

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

export type TextFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'prefix'> & {
    /** A few letters in front of what is typed, such as a currency. */
    prefix?: string
    /** A small button inside the field, at its end. */
    button?: ReactNode
  }

export function TextField(props: TextFieldProps) {
  const {
    label,
    help,
    error,
    warning,
    optional,
    hideLabel,
    id: givenId,
    className,
    prefix,
    button,
    ...rest
  } = props
  const texts = { help, error, warning, optional, hideLabel }
  const { id, describedBy } = useFieldIds(givenId, texts)
  return (
    <Field id={id} label={label} className={className} {...texts}>
      <div className="relative">
        {prefix && (
          <span
            aria-hidden="true"
            className="absolute inset-y-0 left-4 flex items-center text-muted-foreground"
          >
            {prefix}
          </span>
        )}
        <input
          type="text"
          {...rest}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          className={classNames(
            controlClass,
            'min-h-12',
            prefix && 'pl-14',
            (button !== undefined || rest.readOnly) && 'pr-14',
            rest.readOnly && 'bg-muted',
          )}
        />
        {rest.readOnly && (
          <LockIcon size={20} className="absolute inset-y-0 right-4 my-auto text-muted-foreground" />
        )}
        {button && <span className="absolute inset-y-0 right-0.5 flex items-center">{button}</span>}
      </div>
    </Field>
  )
}

export type SelectOption = { value: string; label: string; disabled?: boolean }

type SelectFieldProps = FieldTexts &
  Omit<ComponentProps<'select'>, 'children'> & {
    options: readonly SelectOption[]
    /** The first line while nothing is chosen, such as "Choose a region". */
    placeholder?: string
    compact?: boolean
  }

export function SelectField(props: SelectFieldProps) {
  const { label, help, error, warning, optional, hideLabel, id: givenId, className, ...more } = props
  const { options, placeholder, compact, ...rest } = more
  const texts = { help, error, warning, optional, hideLabel }
  const { id, describedBy } = useFieldIds(givenId, texts)
  return (
    <Field id={id} label={label} className={className} {...texts}>
      <div className="relative">
        <select
          {...rest}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          className={classNames(controlClass, 'appearance-none pr-11', compact ? 'min-h-11' : 'min-h-12')}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled} className="min-h-11">
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDownIcon size={20} className="pointer-events-none absolute inset-y-0 right-3.5 my-auto" />
      </div>
    </Field>
  )
}
