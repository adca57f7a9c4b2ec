import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { products } from '../catalogue/tables.ts'

/** Somebody waits for a product. The row goes with the message, or after some weeks. */
export const stockAlerts = pgTable(
  'stock_alerts',
  {
    /** Also the order in which they asked. */
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['email', 'phone'] }).notNull(),
    /** The address or the number in its one spelling. */
    recipient: text('recipient').notNull(),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('stock_alerts_recipient_key').on(table.recipient, table.productId),
    index('stock_alerts_product_index').on(table.productId, table.id),
    index('stock_alerts_asked_index').on(table.askedAt),
  ],
)

/** A product that people wait for or waited for, and how many of them were told since it was last sold out. */
export const stockRounds = pgTable(
  'stock_rounds',
  {
    productId: integer('product_id')
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    told: integer('told').notNull().default(0),
  },
  (table) => [check('stock_rounds_told_check', sql`${table.told} >= 0`)],
)
