import { sql } from 'drizzle-orm'
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
  (table) => [
    index('contact_messages_newest_index').on(table.id.desc()),
    index('contact_messages_open_index').on(table.id).where(sql`done_at is null`),
    index('contact_messages_unread_index').on(table.id).where(sql`read_at is null and done_at is null`),
    index('contact_messages_sender_index').using(
      'gin',
      sql`(${table.name} || ' ' || ${table.email}) gin_trgm_ops`,
    ),
  ],
)

export const newsletterReaders = pgTable(
  'newsletter_readers',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    email: text('email').notNull(),
    /** Part of the unsubscribe link: whoever holds it may leave, without an account. */
    leaveSecret: text('leave_secret').notNull(),
    agreedAt: timestamp('agreed_at', { withTimezone: true }).notNull(),
    /** Somebody typed the address in, and its mailbox has not answered yet. */
    unconfirmedSince: timestamp('unconfirmed_since', { withTimezone: true }),
    leftAt: timestamp('left_at', { withTimezone: true }),
    /** Taken off the list by the staff. Only that can be undone: who left by their own link stays away. */
    removedAt: timestamp('removed_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('newsletter_readers_email_key').on(table.email),
    uniqueIndex('newsletter_readers_leave_secret_key').on(table.leaveSecret),
    index('newsletter_readers_newest_index')
      .on(table.agreedAt, table.id)
      .where(sql`left_at is null and removed_at is null`),
    index('newsletter_readers_email_index').using('gin', table.email.op('gin_trgm_ops')),
  ],
)
