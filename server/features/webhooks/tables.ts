import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deliveryFailures, deliveryStates, type ShopEventType, webhookEvents } from '#rules/connections.ts'

/** Addresses of other tools of the owner that are called when something happens. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid('id').notNull(),
    url: text('url').notNull(),
    events: text('events').array().$type<ShopEventType[]>().notNull(),
    /** With which every call is signed. Neither logged nor shown again. */
    secret: text('secret').notNull(),
    madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
    /** Nothing is sent while it is there. */
    pausedAt: timestamp('paused_at', { withTimezone: true }),
    /** Every call since then has failed; null after one that has not. */
    failingSince: timestamp('failing_since', { withTimezone: true }),
    /** Somebody calls it at the moment: one call at a time. */
    busyUntil: timestamp('busy_until', { withTimezone: true }),
  },
  (table) => [primaryKey({ name: 'webhooks_key', columns: [table.id] })],
)

/** Every call, whatever becomes of it: the work that waits and the log of what was done. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').notNull(),
    webhookId: uuid('webhook_id').notNull(),
    event: text('event', { enum: webhookEvents }).notNull(),
    /** The very letters that are sent, with each try the same. It tells nothing about customers. */
    body: text('body').notNull(),
    state: text('state', { enum: deliveryStates }).notNull(),
    tries: integer('tries').notNull().default(0),
    /** What the receiver said last, or why it said nothing. */
    status: integer('status'),
    failure: text('failure', { enum: deliveryFailures }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    triedAt: timestamp('tried_at', { withTimezone: true }),
    /** Only while it waits. */
    dueAt: timestamp('due_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ name: 'webhook_deliveries_key', columns: [table.id] }),
    foreignKey({
      name: 'webhook_deliveries_webhook_fk',
      columns: [table.webhookId],
      foreignColumns: [webhooks.id],
    }).onDelete('cascade'),
    index('webhook_deliveries_newest_index').on(table.webhookId, table.createdAt, table.id),
    index('webhook_deliveries_due_index').on(table.webhookId, table.dueAt).where(sql`due_at is not null`),
    index('webhook_deliveries_age_index').on(table.createdAt),
  ],
)
