import { type ReactNode, useEffect, useState } from 'react'
import { api } from '#app/data/api.ts'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'

type PreviewProps<Made> = {
  path: '/api/blog-posts/preview' | '/api/pages/preview'
  /** What is written; it cannot change while the preview lies over it. */
  body: object
  children(made: Made): ReactNode
}

/** The shop cleans what is written as it would before storing it, and shows that. */
export function Preview<Made>({ path, body, children }: PreviewProps<Made>) {
  const [made, setMade] = useState<Made | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new attempt asks once more.
  useEffect(() => {
    const abort = new AbortController()
    setError(null)
    api
      .post<Made>(path, { body, signal: abort.signal })
      .then(setMade)
      .catch((problem) => {
        if (!abort.signal.aborted) setError(problem instanceof Error ? problem.message : '')
      })
    return () => abort.abort()
  }, [attempt])
  if (error !== null) {
    return (
      <ErrorPanel title="The preview could not be made" onRetry={() => setAttempt(attempt + 1)}>
        {error}
      </ErrorPanel>
    )
  }
  if (made === null) {
    return (
      <LoadingArea className="grid gap-3">
        <Skeleton className="h-6" />
        <Skeleton className="h-6" />
      </LoadingArea>
    )
  }
  return children(made)
}
