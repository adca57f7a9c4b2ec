import type { ClientBase } from 'pg'
import type { BackupTable } from './backup-tables.ts'

const rowsAtOnce = 200

export type Insert = { add(row: (string | null)[]): Promise<void>; flush(): Promise<void> }

/** Rows go in by blocks: one by one would take the whole night. */
export function openInsert(
  client: ClientBase,
  tables: BackupTable[],
  { table, columns }: { table: string; columns: string[] },
): Insert {
  const target = tables.find(({ name }) => name === table)
  if (!target) throw new Error(`The backup has a table that this shop does not know: ${table}.`)
  const values = columns.map((name, position) => {
    const column = target.columns.find((found) => found.name === name)
    if (!column) throw new Error(`The backup has a column that this shop does not know: ${table}.${name}.`)
    return `(row ->> ${position})::${column.type}`
  })
  const statement = `insert into ${table} (${columns.join(', ')}) overriding system value
    select ${values.join(', ')} from json_array_elements($1::json) as row`
  let block: (string | null)[][] = []

  async function flush(): Promise<void> {
    if (block.length > 0) await client.query(statement, [JSON.stringify(block)])
    block = []
  }
  return {
    async add(row) {
      block.push(row)
      if (block.length === rowsAtOnce) await flush()
    },
    flush,
  }
}
