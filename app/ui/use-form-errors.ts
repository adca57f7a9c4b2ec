import type { FocusEvent, SubmitEvent, SyntheticEvent } from 'react'
import { useId, useRef, useState } from 'react'
import { afterLeaving, afterRefusal, afterTyping, type Errors, inFormOrder, noErrors } from './form-errors.ts'
import { useHydrated } from './use-hydrated.ts'

/**
 * How every form speaks: about a field once it was touched and left, never while typing, and about everything after a
 * failed try, in a summary that takes the focus. Spread `form` on the form, `field(name)` on each field and `summary` on the
 * ErrorSummary; wrap what sends the form in `onSubmit`; tell the server's own objections with `refuse`.
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
        if (name) setState((current) => afterLeaving(current, name, found()))
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
