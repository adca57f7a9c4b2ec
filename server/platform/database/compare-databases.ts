import type { PoolConfig } from 'pg'
import { agreeOnSpelling, listBackupTables } from './backup-tables.ts'
import { withOwnConnection } from './own-connection.ts'

export type TableSum = { rows: number; sum: string }

/** How many rows each table has, and a number made of everything that is in them. */
export async function sumUpTables(connection: PoolConfig): Promise<Map<string, TableSum>> {
  return withOwnConnection(connection, 'comparison', async (client) => {
    await client.query('begin isolation level repeatable read read only')
    await agreeOnSpelling(client)
    await client.query('set local statement_timeout = 0')
    const sums = new Map<string, TableSum>()
    for (const { name } of await listBackupTables(client)) {
      const { rows } = await client.query<{ rows: string; sum: string }>(
        `select count(*) as rows, coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0) as sum from ${name} t`,
      )
      sums.set(name, { rows: Number(rows[0]?.rows), sum: String(rows[0]?.sum) })
    }
    return sums
  })
}

/** One sentence for each table that is not the same on both sides. */
export function compareSums(here: Map<string, TableSum>, there: Map<string, TableSum>): string[] {
  return [...new Set([...here.keys(), ...there.keys()])].flatMap((name) => {
    const [one, other] = [here.get(name), there.get(name)]
    if (one?.rows !== other?.rows)
      return [`${name} has ${one?.rows ?? 'no'} rows here and ${other?.rows ?? 'no'} there`]
    return one?.sum === other?.sum ? [] : [`${name} has rows that differ`]
  })
}
