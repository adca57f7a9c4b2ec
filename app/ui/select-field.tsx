import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, Field, type FieldTexts, useFieldIds } from './field.tsx'
import { ChevronDownIcon } from './icons.tsx'

export type SelectOption = { value: string; label: string; disabled?: boolean }

export type SelectFieldProps = FieldTexts &
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
