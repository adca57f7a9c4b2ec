import { useCallback, useEffect, useRef, useState } from 'react'
import { getPage } from './api.ts'

type FetchState<Data> = {
  data: Data | null
  /** Of all there are, where the response is one page of a list; otherwise not a number. */
  total: number
  error: Error | null
  isLoading: boolean
}

export type Fetched<Data> = FetchState<Data> & {
  refetch(): void
  /** Shows what a change has returned. It is fetched again only if that is under way: the answer may be older than the change. */
  replace(data: Data): void
}

const loading = { data: null, total: Number.NaN, error: null, isLoading: true }

/** The response of the API at this address. While it is fetched again, or cannot be reached, the last data stays. */
export function useFetch<Data>(address: string): Fetched<Data> {
  const [state, setState] = useState<FetchState<Data>>(loading)
  const [attempt, setAttempt] = useState(0)
  const isUnderWay = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt fetches the same once more.
  useEffect(() => {
    const abort = new AbortController()
    isUnderWay.current = true
    setState((before) => ({ ...before, isLoading: true }))
    const show = (fetched: Partial<FetchState<Data>>) => {
      if (abort.signal.aborted) return
      isUnderWay.current = false
      setState((before) => ({ ...before, ...fetched, isLoading: false }))
    }
    getPage<Data>(address, { signal: abort.signal }).then(
      ({ answer: data, total }) => show({ data, total, error: null }),
      (error) => show({ error }),
    )
    return () => abort.abort()
  }, [address, attempt])

  const refetch = useCallback(() => setAttempt((before) => before + 1), [])
  const replace = useCallback(
    (data: Data) => {
      setState((before) => ({ ...before, data, error: null }))
      if (isUnderWay.current) refetch()
    },
    [refetch],
  )
  return { ...state, refetch, replace }
}
