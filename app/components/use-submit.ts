import { useState } from 'react'
import { type ApiProblem, apiProblem, isApiProblem } from '../data/api-problem.ts'
import type { ToastTexts } from '../ui/toast-queue.ts'
import { type Toasts, useToasts } from '../ui/toasts.tsx'

type Key = string | number

export type SubmitOptions = {
  /** The title of the toast when it did not work. Without one only `failure` says so. */
  failed?: string
  /** The words for an error that came without any. */
  otherwise?: string
  /** Several may run side by side under keys of their own, such as the rows of a list. */
  key?: Key
  /** Takes the shop's objections to single fields, where there are any. */
  refuse?(fields: Record<string, string>): void
  /** Returns true when the screen says it itself: then neither the toast nor `failure` does. */
  onFailure?(problem: ApiProblem): unknown
}

/** Sends, and shows as a toast what `work` returns. True when it worked. */
export type Submit = (options: SubmitOptions, work: () => Promise<ToastTexts | undefined>) => Promise<boolean>

type SubmitState = { busy: readonly Key[]; failure: string | null }

const idle: SubmitState = { busy: [], failure: null }

/** How everything is sent to the shop: busy meanwhile, once however often the button is pressed, every failure said. */
export function useSubmit() {
  const toasts = useToasts()
  const [{ busy, failure }, setState] = useState(idle)
  const [submit] = useState(() => createSubmit(toasts, setState))
  return { submit, isBusy: busy.length > 0, isBusyWith: (key: Key) => busy.includes(key), failure }
}

export function createSubmit(toasts: Toasts, onChange: (state: SubmitState) => void): Submit {
  let state = idle
  const failureToasts = new Map<Key, number>()
  const change = (next: Partial<SubmitState>) => {
    state = { ...state, ...next }
    onChange(state)
  }

  return async ({ key = '', failed, otherwise, refuse, onFailure }, work) => {
    if (state.busy.includes(key)) return false
    const shown = failureToasts.get(key)
    if (shown !== undefined) toasts.close(shown)
    failureToasts.delete(key)
    change({ busy: [...state.busy, key], failure: null })
    try {
      const done = await work()
      if (done) toasts.show({ tone: 'success', ...done })
      return true
    } catch (error) {
      const problem = toProblem(error, otherwise)
      // The page is on its way to the login, which says why.
      if (problem.code === 'not_signed_in') return false
      if (Object.keys(problem.fields).length > 0) refuse?.(problem.fields)
      if ((await onFailure?.(problem)) === true) return false
      change({ failure: problem.message })
      if (failed)
        failureToasts.set(
          key,
          toasts.show({ title: failed, description: problem.message, tone: 'destructive' }),
        )
      return false
    } finally {
      change({ busy: state.busy.filter((other) => other !== key) })
    }
  }
}

function toProblem(error: unknown, otherwise = 'Something went wrong. Please try again.'): ApiProblem {
  const text = (error instanceof Error && error.message) || otherwise
  if (isApiProblem(error)) return Object.assign(error, { message: text })
  return apiProblem(text, { code: 'broken', status: 0, cause: error })
}
