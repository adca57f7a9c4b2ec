import { index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    readAt: timestamp('read_at', { withTimezone: true }),
    doneAt: timestamp('done_at', { withTimezone: true }),
  },
  (table) => [index('contact_messages_newest_index').on(table.id.desc())],
)

export const newsletterReaders = pgTable(
  'newsletter_readers',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    email: text('email').notNull(),
    /** Part of the unsubscribe link: whoever holds it may leave, without an account. */
    leaveSecret: text('leave_secret').notNull(),
    agreedAt: timestamp('agreed_at', { withTimezone: true }).notNull(),
    leftAt: timestamp('left_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('newsletter_readers_email_key').on(table.email),
    uniqueIndex('newsletter_readers_leave_secret_key').on(table.leaveSecret),
  ],
)
