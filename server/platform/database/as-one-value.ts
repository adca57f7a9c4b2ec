import { Column, type GetColumnData, is, SQL, sql } from 'drizzle-orm'

type Columns = { readonly [Name: string]: Column | SQL | SQL.Aliased }

type RowOf<Read extends Columns> = {
  [Name in keyof Read]: Read[Name] extends Column
    ? GetColumnData<Read[Name]>
    : Read[Name] extends SQL<infer Value> | SQL.Aliased<infer Value>
      ? Value
      : never
}

/**
 * Rows as one value of a statement that may ask for more. The driver and Drizzle read a row cell by cell, which costs more for many
 * short rows than it costs PostgreSQL to write them down as JSON (decision 052). A column comes as Drizzle reads it, any other
 * expression as JSON has it. What a left join may not find is `sql<… | null>`.
 */
export function asOneValue<Read extends Columns>(
  columns: Read,
  { from, order }: { from: SQL; order: SQL },
): SQL<RowOf<Read>[]> {
  const read = Object.entries(columns).map(([name, column]) => ({ name, decode: decoderOf(column) }))
  // Not by `Object.fromEntries`, which takes three times as long for a row of many columns.
  const toRow = (cells: readonly unknown[]) => {
    const row: Record<string, unknown> = {}
    for (const [place, { name, decode }] of read.entries()) row[name] = decode(cells[place])
    return row as RowOf<Read>
  }
  const cells = sql.join(
    Object.values(columns).map((column) => (is(column, SQL.Aliased) ? column.sql : column)),
    sql`, `,
  )
  const rows = sql`select coalesce(json_agg(json_build_array(${cells}) order by ${order}), '[]') ${from}`
  return sql`(${rows})`.mapWith((found: unknown[][]) => found.map(toRow))
}

function decoderOf(column: Column | SQL | SQL.Aliased): (value: unknown) => unknown {
  if (!is(column, Column)) return (value) => value
  const type = column.getSQLType()
  if (/^(?:bigint|numeric|bytea)/.test(type)) throw new Error(`JSON would change a ${type}: ${column.name}`)
  return (value) => (value === null ? null : column.mapFromDriverValue(value))
}
