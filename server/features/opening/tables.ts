import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { confirmableItems } from '#rules/first-day.ts'

/** One row at most. A shop from before there was one is open. */
export const shopOpening = pgTable(
  'shop_opening',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    isOpen: boolean('is_open').notNull(),
    /** Whoever works here shows it with each page, and sees the shop while it is closed. A new one with each closing. */
    previewKey: text('preview_key').notNull(),
    /** The sample shop is in place, with what it falls back to. */
    hasSamples: boolean('has_samples').notNull(),
    /** What the owner has looked at on the first day and found right as it is. */
    confirmed: text('confirmed', { enum: confirmableItems }).array().notNull().default([]),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
  },
  (table) => [check('shop_opening_only_check', sql`${table.isOnly}`)],
)

export const sampleKinds = ['product', 'post', 'testimonial', 'order', 'account'] as const

/** What the sample shop has made, so that it can be removed and nothing else. */
export const sampleRows = pgTable(
  'sample_rows',
  {
    kind: text('kind', { enum: sampleKinds }).notNull(),
    rowId: text('row_id').notNull(),
  },
  (table) => [primaryKey({ name: 'sample_rows_key', columns: [table.kind, table.rowId] })],
)
