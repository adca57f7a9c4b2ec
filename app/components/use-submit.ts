import { useState } from 'react'
import { type ApiProblem, apiProblem, isAboutFields, isApiProblem, readToken } from '../data/api.ts'
import { type Toasts, type ToastTexts, useToasts } from '../ui/toasts.tsx'

type Key = string | number

type SubmitOptions = {
  /** The title of the toast when it did not work. Without one there is only `failure`. */
  failed?: string
  /** The message for an error that came without one. */
  otherwise?: string
  /** What this is about, such as a row of a list: those with a key may run side by side, the one without runs once. */
  key?: Key
  /** Takes the shop's objections to single fields, where there are any. */
  refuse?(fields: Record<string, string>): void
  /** Returns true when the screen shows it itself, so that neither the toast nor `failure` does; or a better message. */
  onFailure?(problem: ApiProblem): unknown
}

/** Sends, and shows as a toast what `work` returns. True when it worked. */
export type Submit = (options: SubmitOptions, work: () => Promise<ToastTexts | undefined>) => Promise<boolean>

type SubmitState = { busy: readonly Key[]; failure: string | null }

const idle: SubmitState = { busy: [], failure: null }

/** How everything is sent to the shop: busy meanwhile, once however often the button is pressed, every failure shown. */
export function useSubmit() {
  const toasts = useToasts()
  const [{ busy, failure }, setState] = useState(idle)
  const [submit] = useState(() => createSubmit(toasts, setState))
  return {
    submit,
    isBusy: busy.length > 0,
    isBusyWith: (key: Key) => busy.includes(key),
    failure,
    dismiss: () => setState((state) => ({ ...state, failure: null })),
  }
}

const unnamed = ''

export function createSubmit(toasts: Toasts, onChange: (state: SubmitState) => void): Submit {
  let state = idle
  const failureToasts = new Map<Key, number>()
  const change = (next: Partial<SubmitState>) => {
    state = { ...state, ...next }
    onChange(state)
  }
  const closeFailure = (key: Key) => {
    const shown = failureToasts.get(key)
    if (shown !== undefined) toasts.close(shown)
    failureToasts.delete(key)
  }
  const showFailure = async (error: unknown, key: Key, options: SubmitOptions) => {
    const problem = toProblem(error, options.otherwise)
    if (isAboutFields(problem)) options.refuse?.(problem.fields)
    const shown = await options.onFailure?.(problem)
    // Without a sign-in the page is on its way to the login, which says why.
    if (shown === true || (problem.code === 'not_signed_in' && readToken() === null)) return
    const description = typeof shown === 'string' ? shown : problem.message
    change({ failure: description })
    if (options.failed)
      failureToasts.set(key, toasts.show({ title: options.failed, description, tone: 'destructive' }))
  }

  return async (options, work) => {
    const { key = unnamed } = options
    if (key === unnamed && state.busy.includes(key)) return false
    closeFailure(key)
    change({ busy: [...state.busy, key], failure: null })
    try {
      const done = await work()
      if (done) toasts.show({ tone: 'success', ...done })
      return true
    } catch (error) {
      await showFailure(error, key, options)
      return false
    } finally {
      const ended = state.busy.indexOf(key)
      change({ busy: state.busy.filter((_, place) => place !== ended) })
    }
  }
}

function toProblem(error: unknown, otherwise = 'Something went wrong. Please try again.'): ApiProblem {
  // What the browser says about our own mistake is not meant for people.
  const isMeant = error instanceof Error && !(error instanceof TypeError)
  const text = (isMeant && error.message) || otherwise
  if (isApiProblem(error)) return Object.assign(error, { message: text })
  return apiProblem(text, { code: 'broken', status: 0, cause: error })
}
