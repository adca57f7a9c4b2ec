import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { SearchIcon } from '../ui/icons.tsx'
import { TextField } from '../ui/text-field.tsx'

type FindFormProps = {
  label: string
  /** What is being looked for now. */
  q: string
  className?: string
  fieldClassName?: string
  /** Other choices that stay while one looks for something. */
  kept?: ReactNode
  /** The way back to the whole list. */
  children?: ReactNode
}

/** Looks for something in a list of the back office; what is looked for stands in the address. */
export function FindForm({
  label,
  q,
  className,
  fieldClassName = 'min-w-52 flex-1',
  kept,
  children,
}: FindFormProps) {
  return (
    <Form role="search" className={classNames('flex max-w-form flex-wrap items-end gap-3', className)}>
      {kept}
      <TextField
        key={q}
        label={label}
        type="search"
        name="q"
        defaultValue={q}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        className={fieldClassName}
      />
      <Button type="submit">
        <SearchIcon size={20} />
        Find
      </Button>
      {children}
    </Form>
  )
}
