import type { ClientBase } from 'pg'

/** One change of the tables. An expansion only adds, so that the version before works on as if nothing had happened. */
export type Step = { id: string; isExpansion: boolean }

/** The author says so in the first line of the step, after having thought about it. */
export function isExpansion(statements: readonly string[]): boolean {
  return /^\s*-- expand\b/.test(statements[0] ?? '')
}

const takesAway =
  /\bdrop\s+(table|column|type|view|default)\b|\brename\b|\bset\s+data\s+type\b|\bset\s+not\s+null\b|\badd\s+column\b(?![^;]*\b(?:default|generated)\b)[^;]*\bnot\s+null\b|\btruncate\b|\bdelete\s+from\b/i

/** What an older version would miss, or could no longer write. */
export function findTakenAway(statements: readonly string[]): string[] {
  return statements.filter((statement) => takesAway.test(statement))
}

export async function listApplied(client: ClientBase): Promise<string[]> {
  const { rows: tables } = await client.query(
    "select 1 where to_regclass('drizzle.__drizzle_migrations') is not null",
  )
  if (tables.length === 0) return []
  const { rows } = await client.query<{ created_at: string }>(
    'select created_at::text from drizzle.__drizzle_migrations order by created_at',
  )
  return rows.map(({ created_at }) => created_at)
}

/**
 * True when the database has gone further than this version and this version may work on it all the same: a process that is
 * started again while a newer version moves in, or the way back to the version before.
 */
export async function assertShopFits(
  client: ClientBase,
  steps: readonly Step[],
  applied: readonly string[],
): Promise<boolean> {
  const isKnown = (id: string | null) => steps.some((step) => step.id === id)
  if (applied.every(isKnown)) return false
  if (isKnown(await findClosedDoor(client))) return true
  throw new Error(
    'The database was made by a newer version of the shop. Start that version, or choose another database.',
  )
}

/** Notes the last step that was no expansion: a shop that does not know it must not work here. */
export async function closeDoorBehind(client: ClientBase, steps: readonly Step[]): Promise<void> {
  const door = steps.findLast((step) => !step.isExpansion)?.id ?? null
  if (door === null || (await findClosedDoor(client)) === door) return
  await client.query(`comment on schema drizzle is 'closed to shops before step ${Number(door)}'`)
}

async function findClosedDoor(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ words: string | null }>(
    "select obj_description(oid, 'pg_namespace') as words from pg_namespace where nspname = 'drizzle'",
  )
  return /closed to shops before step (\S+)/.exec(rows[0]?.words ?? '')?.[1] ?? null
}
