import { boolean, foreignKey, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { alertKinds } from '#rules/staff-alerts.ts'
import { users } from '../accounts/tables.ts'

/** Of what somebody of the staff wants to hear, and how. Who never chose has no row and hears the usual. */
export const alertChoices = pgTable(
  'alert_choices',
  {
    userId: uuid('user_id').notNull(),
    kind: text('kind', { enum: alertKinds }).notNull(),
    mail: boolean('mail').notNull(),
    push: boolean('push').notNull(),
    sound: boolean('sound').notNull(),
  },
  (table) => [
    primaryKey({ name: 'alert_choices_key', columns: [table.userId, table.kind] }),
    foreignKey({
      name: 'alert_choices_user_fk',
      columns: [table.userId],
      foreignColumns: [users.id],
    }).onDelete('cascade'),
  ],
)

/** By which the services of the browsers' makers know this shop. Made once; with others every phone would have to be added anew. */
export const pushKeys = pgTable('push_keys', {
  /** There is one row. */
  isOurs: boolean('is_ours').primaryKey().default(true),
  publicKey: text('public_key').notNull(),
  /** Neither logged nor sent to anybody. */
  privateKey: text('private_key').notNull(),
  madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
})
