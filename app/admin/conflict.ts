import type { ApiProblem } from '../data/api-problem.ts'

/** Somebody else was faster. */
export type Conflict = {
  /** Null when nobody knows who it was. */
  by: string | null
  /** Also the version that is there now. */
  at: string
}

export function conflictIn({ code, details }: ApiProblem): Conflict | null {
  const { changed_at: at, changed_by: by } = details
  if (code !== 'conflict' || typeof at !== 'string') return null
  return { at, by: typeof by === 'string' ? by : null }
}
