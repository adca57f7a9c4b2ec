import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { lineChannels } from '#rules/inbox.ts'
import { failureReasons, messageStates } from '#rules/notifications.ts'
import { users } from '../accounts/tables.ts'

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

/** One for each person who wrote: known by the phone that WhatsApp vouches for, or by the e-mail typed into the form. */
export const conversations = pgTable(
  'conversations',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** `233241234567`, or with + from abroad. */
    phone: text('phone'),
    email: text('email'),
    /** As the person called themselves last. */
    name: text('name').notNull().default(''),
    assignedTo: uuid('assigned_to'),
    closedAt: timestamp('closed_at', { withTimezone: true }),
    /** Since when something waits to be read. */
    unreadSince: timestamp('unread_since', { withTimezone: true }),
    lastLineAt: timestamp('last_line_at', { withTimezone: true }).notNull(),
    /** When the person last wrote on WhatsApp, by its clock. */
    lastWhatsAppAt: timestamp('last_whatsapp_at', { withTimezone: true }),
    /** Goes up with every change: nobody closes what they have not seen. */
    version: integer('version').notNull().default(0),
  },
  (table) => [
    uniqueIndex('conversations_phone_key').on(table.phone),
    uniqueIndex('conversations_email_key').on(table.email),
    check('conversations_address_check', sql`${table.phone} is not null or ${table.email} is not null`),
    foreignKey({
      name: 'conversations_assigned_to_fk',
      columns: [table.assignedTo],
      foreignColumns: [users.id],
    }).onDelete('set null'),
    index('conversations_newest_index').on(table.lastLineAt, table.id),
    index('conversations_open_index').on(table.lastLineAt, table.id).where(sql`closed_at is null`),
    index('conversations_unread_index').on(table.lastLineAt, table.id).where(sql`unread_since is not null`),
    index('conversations_assigned_index').on(table.assignedTo).where(sql`assigned_to is not null`),
    index('conversations_person_index').using(
      'gin',
      sql`(${table.name} || ' ' || coalesce(${table.email}, '') || ' ' || coalesce(${table.phone}, '')) gin_trgm_ops`,
    ),
  ],
)

/** What one said to the other. */
export const conversationLines = pgTable(
  'conversation_lines',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    conversationId: integer('conversation_id').notNull(),
    isIncoming: boolean('is_incoming').notNull(),
    channel: text('channel', { enum: lineChannels }).notNull(),
    /** The phone or e-mail that it came from, or goes to. */
    address: text('address').notNull(),
    /** Null: the words are those of the contact message. */
    text: text('text'),
    contactMessageId: integer('contact_message_id'),
    /** How WhatsApp or a provider calls it. */
    providerId: text('provider_id'),
    /** Only of what goes out: receipts and jobs name it so. */
    messageId: uuid('message_id'),
    isTemplate: boolean('is_template').notNull().default(false),
    state: text('state', { enum: messageStates }),
    reason: text('reason', { enum: failureReasons }),
    authorId: uuid('author_id'),
    requestKey: text('request_key'),
    /** When it was said, by the clock of whoever brought it. */
    happenedAt: timestamp('happened_at', { withTimezone: true }).notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    foreignKey({
      name: 'conversation_lines_conversation_fk',
      columns: [table.conversationId],
      foreignColumns: [conversations.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'conversation_lines_contact_message_fk',
      columns: [table.contactMessageId],
      foreignColumns: [contactMessages.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'conversation_lines_author_fk',
      columns: [table.authorId],
      foreignColumns: [users.id],
    }).onDelete('set null'),
    check(
      'conversation_lines_text_check',
      sql`(${table.text} is null) = (${table.contactMessageId} is not null)`,
    ),
    check('conversation_lines_state_check', sql`${table.isIncoming} = (${table.state} is null)`),
    index('conversation_lines_order_index').on(table.conversationId, table.happenedAt, table.id),
    uniqueIndex('conversation_lines_contact_message_key').on(table.contactMessageId),
    uniqueIndex('conversation_lines_message_key').on(table.messageId),
    uniqueIndex('conversation_lines_request_key').on(table.requestKey),
    /** WhatsApp calls again when it got no answer: the same message is one line. */
    uniqueIndex('conversation_lines_answer_key').on(table.providerId).where(sql`is_incoming`),
    index('conversation_lines_receipt_index').on(table.providerId).where(sql`not is_incoming`),
    index('conversation_lines_author_index').on(table.authorId).where(sql`author_id is not null`),
    index('conversation_lines_unsent_index').on(table.changedAt).where(sql`state in ('waiting', 'sending')`),
  ],
)

/** Who wants to be told of offers on the phone, since when and by which word; and who does not any more. */
export const offerChoices = pgTable(
  'offer_choices',
  {
    phone: text('phone').primaryKey(),
    agreedAt: timestamp('agreed_at', { withTimezone: true }),
    /** Where they agreed. */
    source: text('source', { enum: ['tracking', 'whatsapp'] }),
    leftAt: timestamp('left_at', { withTimezone: true }),
    /** How they left. */
    leftBy: text('left_by', { enum: ['stop', 'link', 'staff'] }),
    /** Part of the link that ends it: whoever holds it may leave, without an account. */
    leaveSecret: text('leave_secret').notNull(),
  },
  (table) => [
    uniqueIndex('offer_choices_leave_secret_key').on(table.leaveSecret),
    index('offer_choices_agreed_index').on(table.phone).where(sql`agreed_at is not null and left_at is null`),
  ],
)
