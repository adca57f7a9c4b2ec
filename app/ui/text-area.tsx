import { type ComponentProps, type InputEvent, useState } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, Field, type FieldTexts, useFieldIds } from './field.tsx'

type TextAreaProps = FieldTexts &
  ComponentProps<'textarea'> & {
    /** Shows how many of this many letters are used; more can still be typed. */
    countTo?: number
  }

export function TextArea(props: TextAreaProps) {
  const { label, help, error, warning, optional, hideLabel, id: givenId, className, countTo, ...rest } = props
  const texts = { help, error, warning, optional, hideLabel }
  const { id, describedBy } = useFieldIds(givenId, texts)
  const [typed, setTyped] = useState(String(rest.defaultValue ?? ''))
  const used = String(rest.value ?? typed).length
  const follow = (event: InputEvent<HTMLTextAreaElement>) => {
    setTyped(event.currentTarget.value)
    rest.onInput?.(event)
  }
  return (
    <Field id={id} label={label} className={className} {...texts}>
      <textarea
        rows={4}
        {...rest}
        id={id}
        onInput={countTo === undefined ? rest.onInput : follow}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        className={classNames(controlClass, 'py-3', rest.readOnly && 'bg-muted')}
      />
      {countTo !== undefined && (
        <span
          className={classNames(
            'text-sm tabular-nums',
            used > countTo ? 'text-warning' : 'text-muted-foreground',
          )}
        >
          {used} of {countTo} characters
        </span>
      )}
    </Field>
  )
}
