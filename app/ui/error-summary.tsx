import type { MouseEvent } from 'react'
import { useEffect, useId, useRef } from 'react'

export type SummaryError = { id: string; message: string }

export type ErrorSummaryProps = {
  errors: readonly SummaryError[]
  /** Counts failed tries to send; each one brings the focus here. */
  attempt?: number
  title?: string
}

const prefix = 'Error: '

export function ErrorSummary({ errors, attempt = 0, title = 'There is a problem' }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const wrong = errors.length > 0

  useEffect(() => {
    if (attempt > 0) box.current?.focus()
  }, [attempt])

  useEffect(() => {
    if (!wrong) return
    const before = document.title
    if (!before.startsWith(prefix)) document.title = prefix + before
    return () => {
      document.title = document.title.replace(prefix, '')
    }
  }, [wrong])

  if (!wrong) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would make the whole list part of the form.
    <div
      ref={box}
      role="group"
      tabIndex={-1}
      aria-labelledby={titleId}
      className="rounded-card border-2 border-destructive bg-card p-4"
    >
      <h2 id={titleId} className="font-sans text-xl font-semibold text-foreground">
        {title}
      </h2>
      <ul className="mt-1">
        {errors.map(({ id, message }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => goToField(event, id)}
              className="flex min-h-11 items-center font-semibold text-destructive underline underline-offset-3"
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A group of choices cannot take the focus itself; its chosen or first choice can. */
function goToField(event: MouseEvent, id: string) {
  const target = document.getElementById(id)
  const field = target?.matches('fieldset')
    ? (target.querySelector('input:checked') ?? target.querySelector('input'))
    : target
  if (!(field instanceof HTMLElement)) return
  event.preventDefault()
  field.focus({ preventScroll: true })
  const whole = target?.matches('fieldset') ? target : field.parentElement?.parentElement
  whole?.scrollIntoView({ block: 'center' })
}
