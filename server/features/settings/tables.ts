import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** One row for each setting that the owner changed; the others hold their defaults. */
export const shopSettings = pgTable('shop_settings', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  /** Counts on with every save of any setting: whoever saves an older view than this is told. */
  version: integer('version').notNull().default(1),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})
