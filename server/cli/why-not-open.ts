import { sqlStateOf } from '../platform/database/sql-state.ts'

/** One sentence for the owner. The list of file names that comes with an error helps only whoever asked for it. */
export function whyNotOpen(error: unknown, { withDetails = false } = {}): string {
  if (!(error instanceof Error)) return `The shop could not open: ${String(error)}`
  const details = withDetails ? `\n\n${error.stack}` : ''
  return `The shop could not open. ${inPlainWords(error)}${details}`
}

function inPlainWords(error: Error): string {
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `Something else already listens on port ${port}. Set PORT to another number.`
  if (code === 'EACCES') return `It may not do that: ${error.message}`
  const state = sqlStateOf(error)
  if (state?.startsWith('08'))
    return 'The PostgreSQL of DATABASE_URL does not answer. Is it running, and is the address right?'
  if (state?.startsWith('28')) return 'The PostgreSQL of DATABASE_URL does not know this user or password.'
  if (state === '3D000') return 'The PostgreSQL of DATABASE_URL has no database of that name.'
  return error.message
}
