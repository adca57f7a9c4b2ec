import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { gatewayNames } from '#contract/payments.ts'
import { users } from '../accounts/tables.ts'
import { orders } from '../orders/tables.ts'
import { refundStages, refundWays, stages } from './stages.ts'

/** One try to pay for an order. Written down before the gateway hears of it: what nobody wrote down could be taken twice. */
export const payments = pgTable(
  'payments',
  {
    /** Known to the customer's browser and the gateway alone. */
    reference: uuid('reference').primaryKey(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    /** 1 for the first try. */
    attempt: integer('attempt').notNull(),
    gateway: text('gateway', { enum: gatewayNames }).notNull(),
    /** No money moves. */
    isTest: boolean('is_test').notNull(),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    /** 233241234567 */
    phone: text('phone').notNull(),
    /** Whose payments share one part of the questions: a number made of the visitor's address, far too small to tell who it was. */
    share: integer('share').notNull().default(0),
    stage: text('stage', { enum: stages }).notNull(),
    /** The gateway's own word for why not. */
    reason: text('reason'),
    /** The gateway's page; null where the customer waits on ours. */
    hostedUrl: text('hosted_url'),
    transactionId: text('transaction_id'),
    /** What the gateway said was paid. */
    reportedAmount: integer('told_amount'),
    reportedCurrency: text('told_currency'),
    /** Which payment of ours the gateway said it was. */
    reportedReference: text('told_reference'),
    /** The order is paid with it; this ends when all of it has gone back. */
    paysOrder: boolean('pays_order').notNull().default(false),
    /** What has gone back so far. */
    refundedAmount: integer('refunded_amount').notNull().default(0),
    /** The money came after we had given it up. */
    isLate: boolean('is_late').notNull().default(false),
    /** How a person decided. */
    note: text('note'),
    /** What the gateway said against it after it was paid, once a person has decided to keep it as paid all the same. */
    answeredQuestion: text('answered_question'),
    /** What was pressed on the page of a test payment. */
    testAnswer: text('test_answer', { enum: ['approve', 'decline'] }),
    /** The gateway's last words, for a dispute. */
    lastAnswer: text('last_answer'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** Since when it is at this stage. */
    stageAt: timestamp('stage_at', { withTimezone: true }).notNull(),
    /** Until then one process has it to itself to send it; in the past: it was sent, and may have arrived. */
    sendingUntil: timestamp('sending_until', { withTimezone: true }),
    /** When the gateway first said that it has it: before that nobody may be told that a prompt was sent. */
    takenAt: timestamp('taken_at', { withTimezone: true }),
    /** When the gateway was last asked, and when it last gave an answer. */
    askedAt: timestamp('asked_at', { withTimezone: true }),
    heardAt: timestamp('heard_at', { withTimezone: true }),
    /** When the gateway last said that nobody was paying on its page. */
    idleAt: timestamp('idle_at', { withTimezone: true }),
    /** When the gateway last called us. */
    wokenAt: timestamp('woken_at', { withTimezone: true }),
    /** Null: nothing more is expected. */
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('payments_attempt_key').on(table.orderId, table.attempt),
    uniqueIndex('payments_one_live_key')
      .on(table.orderId)
      .where(sql`stage in ('created', 'pending', 'unknown')`),
    uniqueIndex('payments_paid_once_key').on(table.orderId).where(sql`pays_order`),
    index('payments_next_check_index').on(table.nextCheckAt).where(sql`next_check_at is not null`),
    index('payments_asked_index').on(table.askedAt, table.share),
    index('payments_phone_index').on(table.phone, table.createdAt),
    index('payments_newest_index').on(table.createdAt, table.reference),
    index('payments_newest_of_stage_index').on(table.stage, table.createdAt, table.reference),
    check('payments_amount_check', sql`${table.amount} >= 0`),
    check(
      'payments_refunded_check',
      sql`${table.refundedAmount} >= 0 and ${table.refundedAmount} <= coalesce(${table.reportedAmount}, ${table.amount})`,
    ),
  ],
)

export type PaymentRow = typeof payments.$inferSelect

/** Money that goes back. Written down before the gateway hears of it, like a payment: nothing is paid back twice. */
export const refunds = pgTable(
  'refunds',
  {
    /** Known to the gateway, too. */
    reference: uuid('reference').primaryKey(),
    payment: uuid('payment')
      .notNull()
      .references(() => payments.reference),
    amount: integer('amount').notNull(),
    way: text('way', { enum: refundWays }).notNull(),
    stage: text('stage', { enum: refundStages }).notNull(),
    /** The gateway's own word for why not, or for what it waits for. */
    reason: text('reason'),
    /** How the gateway calls it. */
    gatewayId: text('gateway_id'),
    /** Why, in the words of whoever decided. */
    note: text('note').notNull(),
    decidedBy: uuid('decided_by').references(() => users.id, { onDelete: 'set null' }),
    /** The gateway said no, and may still pay it: until then nothing is sent in its place. */
    uncertainUntil: timestamp('uncertain_until', { withTimezone: true }),
    /** How a person decided about it, where the gateway did not say, or where it went out twice. */
    decisionNote: text('decision_note'),
    /** More than was due went back with it. */
    isDouble: boolean('is_double').notNull().default(false),
    /** When the owner was told that it takes too long. */
    alertedAt: timestamp('alerted_at', { withTimezone: true }),
    lastAnswer: text('last_answer'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    stageAt: timestamp('stage_at', { withTimezone: true }).notNull(),
    askedAt: timestamp('asked_at', { withTimezone: true }),
    wokenAt: timestamp('woken_at', { withTimezone: true }),
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }),
  },
  (table) => [
    index('refunds_payment_index').on(table.payment, table.createdAt),
    uniqueIndex('refunds_one_open_key')
      .on(table.payment)
      .where(sql`stage in ('created', 'pending', 'unknown')`),
    index('refunds_next_check_index').on(table.nextCheckAt).where(sql`next_check_at is not null`),
    check('refunds_amount_check', sql`${table.amount} > 0`),
  ],
)

export type RefundRow = typeof refunds.$inferSelect

/** When each gateway may be asked its next question, by whichever process. */
export const gatewayThrottle = pgTable('gateway_turns', {
  gateway: text('gateway').primaryKey(),
  nextAt: timestamp('next_at', { withTimezone: true }).notNull(),
})
