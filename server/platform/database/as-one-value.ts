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
 * short rows than it costs PostgreSQL to write them down as JSON (decision 052): column by column, because it looks up how a value
 * is written once for each list and not for each cell. A column comes as Drizzle reads it, any other expression as JSON has it.
 * What a left join may not find is `sql<… | null>`.
 */
export function asOneValue<Read extends Columns>(
  columns: Read,
  { from, order }: { from: SQL; order: SQL },
): SQL<RowOf<Read>[]> {
  const read = Object.entries(columns).map(([name, column]) => {
    const value = is(column, SQL.Aliased) ? column.sql : column
    return { name, value, decode: decoderOf(value) }
  })
  // Not by `Object.fromEntries`, which takes three times as long for a row of many columns.
  const toRow = (lists: Lists, number: number) => {
    const row: Record<string, unknown> = {}
    for (const [place, { name, decode }] of read.entries()) {
      const value = lists[place]?.[number]
      row[name] = decode && value !== null ? decode(value) : value
    }
    return row as RowOf<Read>
  }
  const aliases = read.map((_, place) => sql.raw(`c${place}`))
  const cells = read.map(({ value }, place) => sql`${value} as ${aliases[place]}`)
  const sorted = sql`select ${sql.join(cells, comma)} ${from} order by ${order}`
  const lists = sql.join(
    aliases.map((alias) => sql`json_agg(${alias})`),
    comma,
  )
  const decode = (found: Lists) => (found[0] ?? []).map((_, number) => toRow(found, number))
  const value = sql`(select json_build_array(${lists}) from (${sorted}) sorted)`.mapWith(decode)
  return Object.assign(value, { [decodeKey]: decode })
}

/** Rows may have such rows in a column of their own. */
const decodeKey = Symbol('decode')

/** The values of each column; of no rows there is no list. */
type Lists = readonly (readonly unknown[] | null)[]

const comma = sql`, `

/** None where the value stays as it is. */
function decoderOf(column: Column | SQL): ((value: unknown) => unknown) | null {
  if (decodeKey in column) return column[decodeKey] as (value: unknown) => unknown
  if (!is(column, Column)) return null
  const type = column.getSQLType()
  if (/^(?:bigint|numeric|bytea)/.test(type)) throw new Error(`JSON would change a ${type}: ${column.name}`)
  if (column.mapFromDriverValue === Column.prototype.mapFromDriverValue) return null
  return (value) => column.mapFromDriverValue(value)
}
