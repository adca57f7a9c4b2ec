import { useCallback, useEffect, useState } from 'react'
import { getPage } from './api.ts'

type Asked<Answer> = {
  answer: Answer | null
  /** Of all there are, where the answer is one page of a list; otherwise not a number. */
  total: number
  error: Error | null
  isLoading: boolean
}

export type Answered<Answer> = Asked<Answer> & {
  refetch(): void
  /** What a change has brought, so that nobody needs to ask again. */
  replace(answer: Answer): void
}

const nothingYet = { answer: null, total: Number.NaN, error: null, isLoading: true }

/** What the shop says at this address. While it is asked again, or cannot be reached, the last answer stays on the screen. */
export function useFetch<Answer>(address: string): Answered<Answer> {
  const [asked, setAsked] = useState<Asked<Answer>>(nothingYet)
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks the same once more.
  useEffect(() => {
    const leaving = new AbortController()
    setAsked((before) => ({ ...before, isLoading: true }))
    getPage<Answer>(address, { signal: leaving.signal }).then(
      ({ answer, total }) => {
        if (!leaving.signal.aborted) setAsked({ answer, total, error: null, isLoading: false })
      },
      (error) => {
        if (!leaving.signal.aborted) setAsked((before) => ({ ...before, error, isLoading: false }))
      },
    )
    return () => leaving.abort()
  }, [address, round])

  return {
    ...asked,
    refetch: useCallback(() => setRound((before) => before + 1), []),
    replace: useCallback((answer: Answer) => setAsked((before) => ({ ...before, answer, error: null })), []),
  }
}
