import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { attemptOutcomes } from '#rules/delivery-attempts.ts'
import { proofKinds } from '#rules/delivery-pin.ts'
import { orderStatuses } from '#rules/order-status.ts'
import { users } from '../accounts/tables.ts'
import { orders } from '../orders/tables.ts'

/** Each tap of a driver that was applied, known by the key that the phone made: the same key is the same tap. */
export const driverSteps = pgTable(
  'driver_steps',
  {
    /** The hash of driver and key. */
    requestKey: text('request_key').primaryKey(),
    driverId: uuid('driver_id').references(() => users.id, { onDelete: 'set null' }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    status: text('status', { enum: orderStatuses }).notNull(),
    /** The hash of what was tapped; the same key with something else is a mistake. */
    contentsHash: text('contents_print').notNull(),
    /** What the phone's clock said; null when it said nothing. */
    tappedAt: timestamp('tapped_at', { withTimezone: true }),
    /** When it counts as done: the tap, as far as it can be true. */
    happenedAt: timestamp('happened_at', { withTimezone: true }).notNull(),
    arrivedAt: timestamp('arrived_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('driver_steps_order_index').on(table.orderId),
    index('driver_steps_driver_index').on(table.driverId, table.arrivedAt),
  ],
)

/** Money that changed hands between the shop and a driver, confirmed by an admin who counted it. */
export const handOvers = pgTable(
  'hand_overs',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    driverId: uuid('driver_id').references(() => users.id, { onDelete: 'set null' }),
    /** What the book said that the driver had. */
    expected: integer('expected').notNull(),
    counted: integer('counted').notNull(),
    /** Why less was handed over; the rest stays with the driver. */
    note: text('note').notNull().default(''),
    confirmedBy: uuid('confirmed_by').references(() => users.id, { onDelete: 'set null' }),
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }).notNull(),
    requestKey: text('request_key'),
  },
  (table) => [
    uniqueIndex('hand_overs_request_key_key').on(table.requestKey),
    index('hand_overs_newest_index').on(table.confirmedAt, table.id),
    check('hand_overs_counted_check', sql`${table.counted} > 0 and ${table.counted} <= ${table.expected}`),
    check('hand_overs_note_check', sql`${table.counted} = ${table.expected} or ${table.note} <> ''`),
  ],
)

/** The cash book. Lines are added, never changed: a correction is one more line. */
export const cashEntries = pgTable(
  'cash_entries',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    driverId: uuid('driver_id').references(() => users.id, { onDelete: 'set null' }),
    kind: text('kind', { enum: ['collected', 'handed_over'] }).notNull(),
    orderId: integer('order_id').references(() => orders.id),
    handOverId: integer('hand_over_id').references(() => handOvers.id),
    /** Into the driver's hand; what is handed over, or was entered too high before, is below zero. */
    amount: integer('amount').notNull(),
    /** All that the driver has after this line. */
    inHandAfter: integer('in_hand_after').notNull(),
    /** Why it is not what was due. */
    reason: text('reason').notNull().default(''),
    happenedAt: timestamp('happened_at', { withTimezone: true }).notNull(),
    recordedAt: timestamp('recorded_at', { withTimezone: true }).notNull(),
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    /** The hash of driver and key, so that the same entry counts once however late it is repeated. */
    requestKey: text('request_key'),
    /** The phone that sent it, and its place among the taps of that phone: an older one does not replace a newer one. */
    phoneId: uuid('phone_id'),
    phoneSequence: bigint('phone_sequence', { mode: 'number' }),
  },
  (table) => [
    uniqueIndex('cash_entries_request_key_key').on(table.requestKey),
    index('cash_entries_driver_index').on(table.driverId, table.id),
    index('cash_entries_order_index').on(table.orderId),
    index('cash_entries_hand_over_index').on(table.handOverId),
    check('cash_entries_in_hand_check', sql`${table.inHandAfter} >= 0`),
    check(
      'cash_entries_kind_check',
      sql`(${table.kind} = 'collected') = (${table.orderId} is not null)
        and (${table.kind} = 'handed_over') = (${table.handOverId} is not null)
        and (${table.kind} = 'collected' or ${table.amount} < 0)`,
    ),
  ],
)

/** Each time a driver came back with a parcel, and what the customer answered. The order itself stays Shipped. */
export const deliveryAttempts = pgTable(
  'delivery_attempts',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    driverId: uuid('driver_id').references(() => users.id, { onDelete: 'set null' }),
    outcome: text('outcome', { enum: attemptOutcomes }).notNull(),
    note: text('note').notNull().default(''),
    /** To which the customer postponed it at the door. */
    day: date('day'),
    /** The hash of driver and key, and of what was tapped. */
    requestKey: text('request_key'),
    contentsHash: text('contents_hash').notNull(),
    /** The phone that sent it, and its place among the taps of that phone. */
    phoneId: uuid('phone_id'),
    phoneSequence: bigint('phone_sequence', { mode: 'number' }),
    tappedAt: timestamp('tapped_at', { withTimezone: true }),
    /** When it counts as done: the tap, as far as it can be true. */
    happenedAt: timestamp('happened_at', { withTimezone: true }).notNull(),
    arrivedAt: timestamp('arrived_at', { withTimezone: true }).notNull(),
    /** The customer's answer; a later one replaces it until the office has decided. */
    answerDay: date('answer_day'),
    answerNote: text('answer_note').notNull().default(''),
    answeredAt: timestamp('answered_at', { withTimezone: true }),
    /** When the office decided what follows; also for one that came too late to be decided about. */
    decidedAt: timestamp('decided_at', { withTimezone: true }),
  },
  (table) => [
    index('delivery_attempts_order_index').on(table.orderId, table.happenedAt),
    index('delivery_attempts_driver_index').on(table.driverId),
    uniqueIndex('delivery_attempts_request_key_key').on(table.requestKey),
    check(
      'delivery_attempts_answer_check',
      sql`(${table.answerDay} is null) = (${table.answeredAt} is null)`,
    ),
  ],
)

/** That an order reached its customer: a photo, or what only the customer knows. */
export const deliveryProofs = pgTable(
  'delivery_proofs',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    driverId: uuid('driver_id').references(() => users.id, { onDelete: 'set null' }),
    kind: text('kind', { enum: proofKinds }).notNull(),
    /** Of a photo that shows why it could not be handed over. */
    attemptId: integer('attempt_id').references(() => deliveryAttempts.id),
    /** The name of the photo's file. */
    photoId: uuid('photo_id'),
    requestKey: text('request_key'),
    takenAt: timestamp('taken_at', { withTimezone: true }).notNull(),
    arrivedAt: timestamp('arrived_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('delivery_proofs_order_index').on(table.orderId),
    index('delivery_proofs_attempt_index').on(table.attemptId),
    uniqueIndex('delivery_proofs_request_key_key').on(table.requestKey),
    check('delivery_proofs_photo_check', sql`(${table.kind} = 'photo') = (${table.photoId} is not null)`),
  ],
)

/** What the shop tells the driver about an order: "ring twice", "ask for Auntie Esi". */
export const deliveryNotes = pgTable('delivery_notes', {
  orderId: integer('order_id')
    .primaryKey()
    .references(() => orders.id),
  note: text('note').notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})
