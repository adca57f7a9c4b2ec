import { useRef, useState } from 'react'
import { isApiProblem } from '../data/api-problem.ts'
import type { Errors } from '../ui/form-errors.ts'
import { useToasts } from '../ui/toasts.tsx'
import { useFormErrors } from '../ui/use-form-errors.ts'

type FailureWords = { title: string; otherwise: string }

/** What the forms of an account share: busy while sending, a failure told above the form and in a toast, all input kept. */
export function useAccountForm(check: (values: FormData) => Errors, words: FailureWords) {
  const errors = useFormErrors(check)
  const { show, close } = useToasts()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const shownToast = useRef<number | null>(null)

  const tellFailure = (error: Error) => {
    // The page is on its way to the login, which says why.
    if (isApiProblem(error) && error.code === 'not_signed_in') return
    if (isApiProblem(error) && Object.keys(error.fields).length > 0) return errors.refuse(error.fields)
    const description = error.message || words.otherwise
    setFailure(description)
    shownToast.current = show({ title: words.title, description, tone: 'destructive' })
  }
  const submit = (send: (values: FormData) => Promise<Error | null>) =>
    errors.onSubmit(async (values) => {
      if (shownToast.current !== null) close(shownToast.current)
      setFailure(null)
      setBusy(true)
      const error = await send(values)
      setBusy(false)
      if (error) tellFailure(error)
    })

  return {
    form: (send: (values: FormData) => Promise<Error | null>) => ({
      // Sent by script; where a browser sends it itself, the password must not end in the address.
      method: 'post' as const,
      ...errors.form,
      onSubmit: submit(send),
    }),
    field: errors.field,
    summary: errors.summary,
    failure,
    isBusy,
  }
}

export function textOf(values: FormData, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value : ''
}

/** For calls that throw: the form wants to be told. */
export async function errorOf(call: Promise<unknown>): Promise<Error | null> {
  try {
    await call
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
