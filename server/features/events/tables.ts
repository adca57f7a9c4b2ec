import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { ShopEvent } from '#rules/connections.ts'

/** What has happened in the shop, written in the transaction in which it did. It tells nothing about customers. */
export const shopEvents = pgTable(
  'shop_events',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    type: text('type').$type<ShopEvent['type']>().notNull(),
    facts: jsonb('facts').$type<ShopEvent['facts']>().notNull(),
    /** Who did it, if it was one of the staff: they need not be told. */
    actorId: uuid('actor_id'),
    happenedAt: timestamp('happened_at', { withTimezone: true }).notNull(),
    /** When everybody was told whom it concerns. */
    handledAt: timestamp('handled_at', { withTimezone: true }),
  },
  (table) => [
    index('shop_events_newest_index').on(table.type, table.id),
    index('shop_events_open_index').on(table.id).where(sql`handled_at is null`),
  ],
)
