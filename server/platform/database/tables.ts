import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** How often something was done lately, by whom is only known as a hash. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    name: text().notNull(),
    key: text().notNull(),
    taken: integer().notNull(),
    /** How often in a row the limit was passed; each time the wait may grow. */
    strikes: integer().notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ name: 'rate_limits_pkey', columns: [table.name, table.key] })],
)
