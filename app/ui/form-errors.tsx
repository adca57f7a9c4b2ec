import {
  type FocusEvent,
  type MouseEvent,
  type SubmitEvent,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useHydrated } from './use-hydrated.ts'

/**
 * How every form speaks: about a field once it was touched and left, never while typing, and about everything after a
 * failed try, in a summary that takes the focus. Spread `form` on the form, `field(name)` on each field and `summary` on the
 * ErrorSummary; wrap what sends the form in `onSubmit`; pass the server's own objections to `refuse`.
 */
export function useFormErrors(check: (values: FormData) => Errors) {
  const base = useId()
  const hydrated = useHydrated()
  const ref = useRef<HTMLFormElement>(null)
  const [state, setState] = useState(noErrors)
  const [names, setNames] = useState<readonly string[]>([])

  const found = () => (ref.current ? check(new FormData(ref.current)) : {})
  const refuse = (errors: Errors) => {
    setNames(Array.from(ref.current?.elements ?? [], nameOf))
    setState((current) => afterRefusal(current, errors))
  }
  const idOf = (name: string) => `${base}-${name}`

  return {
    form: {
      ref,
      // Until scripts run, the browser's own checks are better than none.
      noValidate: hydrated,
      onChange: (event: SyntheticEvent<HTMLFormElement>) => {
        const name = nameOf(event.target)
        if (name) setState((current) => afterTyping(current, name, found()))
      },
      onBlur: (event: FocusEvent<HTMLFormElement>) => {
        const name = nameOf(event.target)
        // The summary that has just taken the focus says what the shop found wrong: nobody has put that right yet.
        const isTaken = event.relatedTarget?.getAttribute('role') === 'group'
        if (name && !isTaken) setState((current) => afterLeaving(current, name, found()))
      },
    },
    field: (name: string) => ({ id: idOf(name), name, error: state.shown[name] }),
    summary: {
      errors: inFormOrder(state.shown, names).map(([name, message]) => ({ id: idOf(name), message })),
      attempt: state.attempts,
    },
    onSubmit: (send: (values: FormData) => void) => (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      const errors = found()
      if (Object.keys(errors).length > 0) return refuse(errors)
      setState(noErrors)
      send(new FormData(event.currentTarget))
    },
    refuse,
    clear: () => setState(noErrors),
  }
}

function nameOf(element: EventTarget): string {
  return element instanceof HTMLElement ? (element.getAttribute('name') ?? '') : ''
}

/** What was typed into a field, without blanks around it. */
export function textIn(values: FormData, name: string): string {
  return String(values.get(name) ?? '').trim()
}

/** What is wrong with a form, by field name. A field that is right has no entry. */
export type Errors = Readonly<Partial<Record<string, string>>>

type FormErrors = { touched: readonly string[]; shown: Errors; attempts: number }

export const noErrors: FormErrors = { touched: [], shown: {}, attempts: 0 }

/** While someone types, errors only go away, also those of other fields that this one has put right; none appears. */
export function afterTyping(state: FormErrors, name: string, found: Errors): FormErrors {
  const touched = [...new Set([...state.touched, name])]
  const same = Object.entries(state.shown).filter(([field, message]) => found[field] === message)
  return { ...state, touched, shown: Object.fromEntries(same) }
}

/** Leaving a field says what is wrong with it, but not to someone who only passed through. */
export function afterLeaving(state: FormErrors, name: string, found: Errors): FormErrors {
  if (!state.touched.includes(name)) return state
  const { [name]: _, ...others } = state.shown
  const message = found[name]
  return { ...state, shown: message === undefined ? others : { ...others, [name]: message } }
}

/** A try to send that failed, here or at the server: everything that is wrong is said at once. */
export function afterRefusal(state: FormErrors, found: Errors): FormErrors {
  return {
    touched: [...new Set([...state.touched, ...Object.keys(found)])],
    shown: found,
    attempts: state.attempts + 1,
  }
}

/** In the order in which the form asks. */
export function inFormOrder(errors: Errors, names: readonly string[]): [name: string, message: string][] {
  const place = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length)
  return Object.entries(errors)
    .flatMap(([name, message]): [string, string][] => (message === undefined ? [] : [[name, message]]))
    .sort(([one], [other]) => place(one) - place(other))
}

type SummaryError = { id: string; message: string }

type ErrorSummaryProps = {
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
              className="flex min-h-11 items-center py-2 font-semibold text-destructive underline underline-offset-3"
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
  target?.scrollIntoView({ block: 'center' })
}
