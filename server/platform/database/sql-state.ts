const connectionLost = '08006'

const networkCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']

const lostConnection =
  /^Connection terminated|^timeout exceeded when trying to connect|not queryable$|^Query read timeout/

/**
 * PostgreSQL's five letters for what went wrong, also when the query builder has wrapped the error.
 * A connection that broke or was refused has no letters of its own and counts as 08006, "connection failure".
 */
export function sqlStateOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code, syscall, severity } = error as { code?: unknown; syscall?: unknown; severity?: unknown }
  if (typeof code === 'string' && severity !== undefined) return code
  if (syscall === 'connect' || networkCodes.includes(String(code)) || lostConnection.test(error.message)) {
    return connectionLost
  }
  return sqlStateOf(error.cause)
}

export function isUniqueViolation(error: unknown, constraintName: string): boolean {
  if (!(error instanceof Error)) return false
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return (code === '23505' && constraint === constraintName) || isUniqueViolation(error.cause, constraintName)
}

/** The transaction did nothing and may simply be tried again: two of them got in each other's way. */
export function isCollision(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === '40001' || state === '40P01'
}

/** The database cannot be reached or is not ready: nothing is wrong with what was asked. */
export function isDatabaseAway(error: unknown): boolean {
  return /^(08|53|57P)/.test(sqlStateOf(error) ?? '')
}

/**
 * Said in a transaction in which something else has failed before; also of a statement that would have been prepared by the one
 * before it.
 */
export function isEcho(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === '25P02' || state === '26000'
}
