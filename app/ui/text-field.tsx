import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, Field, type FieldTexts, useFieldIds } from './field.tsx'
import { LockIcon } from './icons.tsx'

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
