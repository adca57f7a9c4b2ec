import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const pictures = pgTable('pictures', {
  id: text('id').primaryKey(),
  alt: text('alt').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  colour: text('colour').notNull(),
  blur: text('blur'),
  widths: integer('widths').array().notNull(),
  hasAvif: boolean('has_avif').notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
