import { jsonb, pgTable, smallint, timestamp } from 'drizzle-orm/pg-core'

/** One row, once the owner has changed the home page; until then the defaults hold. */
export const homePage = pgTable('home_page', {
  id: smallint('id').primaryKey().default(1),
  content: jsonb('content').notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})
