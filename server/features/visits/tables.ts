import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { visitKinds } from '#rules/visits.ts'

/** How often something happened on a day, by where people came from. There is no row of a person anywhere. */
export const visitCounts = pgTable(
  'visit_counts',
  {
    day: date('day', { mode: 'string' }).notNull(),
    source: text('source').notNull(),
    kind: text('kind', { enum: visitKinds }).notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.source, table.kind] }),
    check('visit_counts_count_check', sql`${table.count} > 0`),
  ],
)
