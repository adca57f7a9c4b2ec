import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** What the provider of SMS said last about the credit; one row for each provider that was ever asked. */
export const smsBalances = pgTable('sms_balances', {
  provider: text('provider').primaryKey(),
  /** How many parts can still be sent. */
  parts: integer('parts').notNull(),
  askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
})
