import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** What the staff changed. Nothing here points at other tables: the list outlives accounts, products and posts. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    /** Null: the shop itself, or its owner at the command line. */
    actorId: uuid('actor_id'),
    /** A word of the shop: product, order, post, settings. */
    thing: text('thing').notNull(),
    thingId: text('thing_id').notNull(),
    /** What was done, as a sentence goes on after the name: "changed the price". */
    action: text('action').notNull(),
    /** Only the fields that differ. */
    before: jsonb('before').$type<Record<string, unknown>>().notNull(),
    after: jsonb('after').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index('audit_entries_newest_index').on(table.at, table.id),
    index('audit_entries_thing_index').on(table.thing, table.thingId, table.id),
    index('audit_entries_kind_index').on(table.thing, table.id),
    index('audit_entries_actor_index').on(table.actorId, table.id),
  ],
)
