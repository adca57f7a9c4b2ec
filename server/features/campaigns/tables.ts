import { sql } from 'drizzle-orm'
import {
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
import { campaignChannels, campaignStates, holdReasons } from '#rules/campaigns.ts'
import { failureReasons, messageStates } from '#rules/notifications.ts'

/** One offer to those who agreed to get some. */
export const campaigns = pgTable(
  'campaigns',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    channel: text('channel', { enum: campaignChannels }).notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    link: text('link').notNull(),
    /** Only who bought within so many days before the start; null: everybody who agreed. */
    days: integer('days'),
    /** Empty: any. */
    category: text('category').notNull(),
    town: text('town').notNull(),
    state: text('state', { enum: campaignStates }).notNull(),
    startsAt: timestamp('starts_at', { withTimezone: true }),
    startedAt: timestamp('started_at', { withTimezone: true }),
    /** Whom it goes to is written down, all of them. */
    preparedAt: timestamp('prepared_at', { withTimezone: true }),
    /** Up to which address they are, while it is not all of them. */
    preparedTo: text('prepared_to').notNull().default(''),
    /** When messages were last taken from the list: the next ones come a minute later. */
    queuedAt: timestamp('queued_at', { withTimezone: true }),
    heldUntil: timestamp('held_until', { withTimezone: true }),
    holdReason: text('hold_reason', { enum: holdReasons }),
    /** How many the provider refused one after the other. */
    refusals: integer('refusals').notNull().default(0),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    check('campaigns_days_check', sql`${table.days} > 0`),
    index('campaigns_open_index').on(table.id).where(sql`state in ('scheduled', 'sending')`),
  ],
)

export type CampaignRow = typeof campaigns.$inferSelect

/** Who gets it, each once. The text is written when the message goes out, with the name of their last order. */
export const campaignRecipients = pgTable(
  'campaign_recipients',
  {
    /** Receipts and jobs name it so. */
    id: uuid('id').primaryKey(),
    campaignId: integer('campaign_id').notNull(),
    /** The number or the mailbox in its one spelling. */
    address: text('address').notNull(),
    state: text('state', { enum: messageStates }).notNull(),
    reason: text('reason', { enum: failureReasons }),
    providerId: text('provider_id'),
    /** Since when a job has it; null: it waits for its turn. */
    queuedAt: timestamp('queued_at', { withTimezone: true }),
    tries: integer('tries').notNull().default(0),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    foreignKey({
      name: 'campaign_recipients_campaign_fk',
      columns: [table.campaignId],
      foreignColumns: [campaigns.id],
    }).onDelete('cascade'),
    uniqueIndex('campaign_recipients_address_key').on(table.campaignId, table.address),
    index('campaign_recipients_person_index').on(table.address),
    index('campaign_recipients_unsent_index')
      .on(table.campaignId, table.address)
      .where(sql`state in ('waiting', 'sending')`),
    index('campaign_recipients_provider_index').on(table.providerId).where(sql`provider_id is not null`),
  ],
)

export type RecipientRow = typeof campaignRecipients.$inferSelect
