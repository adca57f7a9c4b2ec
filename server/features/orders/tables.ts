import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { attemptOutcomes } from '#rules/delivery-attempts.ts'
import { deliveryOptions } from '#rules/delivery-fee.ts'
import type { NamedDiscount } from '#rules/discount-texts.ts'
import { ways } from '#rules/notification-settings.ts'
import { channels, failureReasons, messageStates, notifications } from '#rules/notifications.ts'
import type { OrderEdit } from '#rules/order-edit.ts'
import { moneyKinds, moneySources, moneyWays } from '#rules/order-ledger.ts'
import { cancelReasons, orderSources, orderStatuses } from '#rules/order-status.ts'
import { orderPaymentStates, paymentMethods } from '#rules/payment-states.ts'
import { liveReturnStates } from '#rules/returns.ts'
import type { SetPart } from '#rules/sets.ts'
import { unusualReasons } from '#rules/unusual-order.ts'
import { users } from '../accounts/tables.ts'
import { products } from '../catalogue/tables.ts'
import { pictures } from '../media/tables.ts'

/** What one discount took off an order. */
export type OrderDiscount = NamedDiscount & { id: number }

/** A product that was in a set when it was sold. */
export type SoldPart = SetPart & { name: string }

/**
 * The shop has more for it than it costs, as rules/order-ledger.ts says. What was paid online for an order that is cancelled is
 * listed with the payments. Word for word as in the index, so that only few rows are read.
 */
export const isToPayBack = sql`paid_online - refunded + paid_cash + paid_mobile + paid_office - paid_back > case when status = 'Cancelled' then 0 else total - waived - returned end and (status <> 'Cancelled' or paid_cash + paid_mobile + paid_office > paid_back)`

/** Somebody still has to do something about a return of it. Word for word as in the index. */
export const hasOpenReturn = sql`return_state in ('asked', 'fetched', 'received')`

/** A driver came back with it. Word for word as in the index; the status also for what a version before has moved on. */
export const isToDecide = sql`to_decide_since is not null and status = 'Shipped'`

/** A driver has it and has not brought it yet. Word for word as in the index, so that nobody reads all that a driver ever had. */
export const isWithDriver = sql`driver_id is not null and status in ('Pending', 'Processing', 'Shipped')`

export const orders = pgTable(
  'orders',
  {
    /** Customers read it as the order number; four digits look less like a shop's first day. */
    id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 1001 }),
    trackingCode: text('tracking_code').notNull(),
    status: text('status', { enum: orderStatuses }).notNull(),
    customerName: text('customer_name').notNull(),
    customerEmail: text('customer_email'),
    customerPhone: text('customer_phone').notNull(),
    /** Whose order it is, when it was placed while signed in. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    driverId: uuid('driver_id').references(() => users.id, { onDelete: 'set null' }),
    /** A driver had it at some time, and still knows its code and phone number. */
    hadDriver: boolean('had_driver').notNull().default(false),
    address: text('address').notNull(),
    city: text('city').notNull(),
    region: text('region').notNull(),
    zip: text('zip').notNull(),
    deliveryOption: text('delivery_option', { enum: deliveryOptions }).notNull(),
    paymentMethod: text('payment_method', { enum: paymentMethods }).notNull(),
    subtotal: integer('subtotal').notNull(),
    deliveryFee: integer('delivery_fee').notNull(),
    /** What all discounts took off products and delivery. */
    discount: integer('discount').notNull().default(0),
    /** Each with its name as it was then. */
    discounts: jsonb('discounts').$type<OrderDiscount[]>().notNull().default([]),
    total: integer('total').notNull(),
    /** When the money arrived; who pays on delivery has not paid before. */
    paidAt: timestamp('paid_at', { withTimezone: true }),
    /** What came in online for it, ever; second payments that only go back are none of it. */
    paidOnline: integer('paid_online').notNull().default(0),
    /** What drivers were given for it in cash: the sum of its lines in the cash book. */
    paidCash: integer('paid_cash').notNull().default(0),
    /** What drivers were given for it by mobile money. */
    paidMobile: integer('paid_mobile').notNull().default(0),
    /** What the staff has taken for it. */
    paidOffice: integer('paid_office').notNull().default(0),
    /** What the staff has paid back by hand, of what came in by hand. */
    paidBack: integer('paid_back').notNull().default(0),
    /** What went back of the money that paid it online. */
    refunded: integer('refunded').notNull().default(0),
    /** What was given up of the total while it stood: paid back as a gesture, or accepted although it was less. */
    waived: integer('waived').notNull().default(0),
    /** What it costs less because of what came back: the sum of its settled returns. */
    returned: integer('returned').notNull().default(0),
    /** Of its returns, the one that is least far; null where none stands. */
    returnState: text('return_state', { enum: liveReturnStates }),
    /** How the payments of an online order stand; null before the first one. */
    paymentState: text('payment_state', { enum: orderPaymentStates }),
    /** Until then an unpaid online order keeps its products; null when nobody waits for money. */
    holdUntil: timestamp('hold_until', { withTimezone: true }),
    /** Why it was cancelled, when nobody of the shop did it; null otherwise. */
    cancelReason: text('cancel_reason', { enum: cancelReasons }),
    /** Why somebody should ring before it is packed; empty once a person has decided, or moved it on, or it is paid. */
    toConfirm: text('to_confirm', { enum: unusualReasons }).array().notNull().default([]),
    /** How often a driver came back with it, and why the last time. */
    attempts: integer('attempts').notNull().default(0),
    lastAttempt: text('last_attempt', { enum: attemptOutcomes }),
    /** Since when the office has to decide what follows; null once it has, or the order has moved on. */
    toDecideSince: timestamp('to_decide_since', { withTimezone: true }),
    /** The day on which it is brought: as chosen with the order or, after a driver came in vain, as the office decided. */
    deliverOn: date('deliver_on'),
    /** The time on that day, such as `09-12`. */
    deliverSlot: text('deliver_slot'),
    /** What only the customer knows, and says to the driver at the door. Null for orders from before there was one. */
    deliveryPin: text('delivery_pin'),
    /** In the link of the message after the delivery: whoever has it may review what was bought. Null for older orders. */
    reviewKey: text('review_key'),
    /** Where it came in; what the staff takes by phone was typed by them. */
    source: text('source', { enum: orderSources }).notNull().default('shop'),
    /** Only for the staff. */
    note: text('note').notNull().default(''),
    /** What the customer wrote to the shop. */
    customerNote: text('customer_note').notNull().default(''),
    /** What the customer wrote to whoever gets the parcel. */
    giftNote: text('gift_note').notNull().default(''),
    /** How the customer wants to be told; null: on every way that the shop takes. */
    newsBy: text('news_by', { enum: ways }),
    /** The hash of the key that came with the order: the same key is the same order. */
    requestKey: text('request_key'),
    /** The hash of what was ordered, by whom and where to. */
    contentsHash: text('contents_print'),
    /** One line each for name, code, e-mail and the ways to write the phone number; what the back office searches. */
    searchText: text('search_text').notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('orders_tracking_code_key').on(table.trackingCode),
    uniqueIndex('orders_request_key_key').on(table.requestKey),
    check(
      'orders_total_check',
      sql`${table.total} = ${table.subtotal} + ${table.deliveryFee} - ${table.discount}`,
    ),
    check('orders_amounts_check', sql`${table.subtotal} >= 0 and ${table.deliveryFee} >= 0`),
    check('orders_discount_check', sql`${table.discount} >= 0 and ${table.total} >= 0`),
    check('orders_waived_check', sql`${table.waived} >= 0 and ${table.waived} <= ${table.total}`),
    check(
      'orders_returned_check',
      sql`${table.returned} >= 0 and ${table.waived} + ${table.returned} <= ${table.total}`,
    ),
    check(
      'orders_paid_back_check',
      sql`${table.paidBack} between 0 and ${table.paidCash} + ${table.paidMobile} + ${table.paidOffice}`,
    ),
    index('orders_hold_index').on(table.holdUntil).where(sql`hold_until is not null`),
    index('orders_newest_index').on(table.createdAt, table.id),
    index('orders_newest_of_status_index').on(table.status, table.createdAt, table.id),
    index('orders_newest_of_user_index').on(table.userId, table.createdAt, table.id),
    index('orders_newest_of_email_index').on(table.customerEmail, table.createdAt, table.id),
    index('orders_newest_of_driver_index').on(table.driverId, table.createdAt, table.id),
    index('orders_with_driver_index').on(table.driverId).where(isWithDriver),
    index('orders_paid_and_cancelled_index')
      .on(table.id)
      .where(sql`status = 'Cancelled' and paid_at is not null`),
    index('orders_to_confirm_index').on(table.createdAt).where(sql`to_confirm <> '{}'`),
    index('orders_to_decide_index').on(table.createdAt).where(isToDecide),
    index('orders_deliver_on_index').on(table.deliverOn).where(sql`deliver_on is not null`),
    index('orders_paid_twice_index').on(table.createdAt).where(sql`paid_at is not null and paid_cash > 0`),
    index('orders_to_pay_back_index').on(table.createdAt).where(isToPayBack),
    index('orders_returns_index').on(table.createdAt, table.id).where(hasOpenReturn),
    // The second part lets a search look through the newest orders first, the third finds whole numbers and two words together.
    index('orders_search_text_index').using(
      'gin',
      table.searchText.op('gin_trgm_ops'),
      sql`(array[id >> 12])`,
      sql`(order_search_keys(search_text))`,
    ),
  ],
)

export type OrderRow = typeof orders.$inferSelect

/**
 * The ledger: all money that came in for an order or went back, whatever way it took. Lines are added, never changed: a wrong
 * one is taken back by one more line. The sums in the order's row are those of its lines.
 */
export const orderMoney = pgTable(
  'order_money',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    kind: text('kind', { enum: moneyKinds }).notNull(),
    source: text('source', { enum: moneySources }).notNull(),
    way: text('way', { enum: moneyWays }).notNull(),
    /** Of a line that takes back another one, or a part of it, below zero. */
    amount: integer('amount').notNull(),
    /** By which the transfer is found in the wallet, at the bank or at the gateway. */
    reference: text('reference').notNull().default(''),
    note: text('note').notNull().default(''),
    /** How much of it was given up of the order's total. */
    waived: integer('waived').notNull().default(0),
    /** The line that this one takes back. */
    corrects: integer('corrects'),
    /** The payment and the refund of the gateway. */
    payment: uuid('payment'),
    refund: uuid('refund'),
    /** Whom it was given to at the door, and the same money in the driver's cash book. */
    driverId: uuid('driver_id').references(() => users.id, { onDelete: 'set null' }),
    cashEntryId: integer('cash_entry_id'),
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    happenedAt: timestamp('happened_at', { withTimezone: true }).notNull(),
    recordedAt: timestamp('recorded_at', { withTimezone: true }).notNull(),
    /** The hash of person and key, so that the same entry counts once however late it is repeated. */
    requestKey: text('request_key'),
    /** The phone that sent it, and its place among the taps of that phone: an older one does not replace a newer one. */
    phoneId: uuid('phone_id'),
    phoneSequence: bigint('phone_sequence', { mode: 'number' }),
  },
  (table) => [
    index('order_money_order_index').on(table.orderId, table.id),
    uniqueIndex('order_money_request_key_key').on(table.requestKey),
    uniqueIndex('order_money_corrects_key').on(table.corrects),
    uniqueIndex('order_money_cash_entry_key').on(table.cashEntryId),
    foreignKey({ name: 'order_money_corrects_fk', columns: [table.corrects], foreignColumns: [table.id] }),
    check(
      'order_money_source_check',
      sql`(${table.source} = 'gateway') = (${table.way} in ('gateway', 'by_hand'))`,
    ),
    check('order_money_door_check', sql`${table.source} <> 'door' or ${table.kind} = 'receipt'`),
    check(
      'order_money_office_check',
      sql`${table.source} <> 'office' or (${table.amount} > 0) = (${table.corrects} is null)`,
    ),
  ],
)

export type MoneyRow = typeof orderMoney.$inferSelect

/** Name, price and picture as sold: what the customer agreed to never changes afterwards. */
export const orderLines = pgTable(
  'order_lines',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    position: integer('position').notNull(),
    productName: text('product_name').notNull(),
    pictureId: text('picture_id'),
    quantity: integer('quantity').notNull(),
    pricePerItem: integer('price_per_item').notNull(),
    /** The part of the order's discounts that belongs to this line. */
    discount: integer('discount').notNull().default(0),
    /** What one of it was made of when it was sold; null for what is no set. */
    parts: jsonb('parts').$type<SoldPart[]>(),
  },
  (table) => [
    primaryKey({ name: 'order_lines_key', columns: [table.orderId, table.productId] }),
    foreignKey({
      name: 'order_lines_picture_reference',
      columns: [table.pictureId],
      foreignColumns: [pictures.id],
    }),
    check('order_lines_quantity_check', sql`${table.quantity} > 0`),
    check(
      'order_lines_discount_check',
      sql`${table.discount} between 0 and ${table.quantity}::bigint * ${table.pricePerItem}`,
    ),
    index('order_lines_product_index').on(table.productId),
  ],
)

export const orderHistory = pgTable(
  'order_history',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    status: text('status', { enum: orderStatuses }).notNull(),
    /** Nobody: the customer who placed it, or the shop itself. */
    changedBy: uuid('changed_by').references(() => users.id, { onDelete: 'set null' }),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
    /** What was changed of the order, where its status stayed; null for a step. */
    edits: jsonb('edits').$type<OrderEdit[]>(),
    /** When the messages about it were written; nobody is notified twice. */
    notifiedAt: timestamp('told_at', { withTimezone: true }),
  },
  (table) => [index('order_history_order_index').on(table.orderId, table.id)],
)

/**
 * One row for each way on which a customer is told something. Neither number nor text is stored: both are taken from the order
 * when the message goes out.
 */
export const orderMessages = pgTable(
  'order_messages',
  {
    id: uuid('id').primaryKey(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    notification: text('notification', { enum: notifications }).notNull(),
    /** What it is about, when that is not all that the order costs. */
    amount: integer('amount'),
    channel: text('channel', { enum: channels }).notNull(),
    state: text('state', { enum: messageStates }).notNull(),
    reason: text('reason', { enum: failureReasons }),
    /** How the provider calls it; its receipts name it so. */
    providerId: text('provider_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('order_messages_order_index').on(table.orderId, table.createdAt),
    index('order_messages_provider_index').on(table.providerId).where(sql`provider_id is not null`),
    index('order_messages_untold_index')
      .on(table.orderId)
      .where(sql`channel = 'by_hand' and state = 'waiting'`),
    index('order_messages_unsent_index')
      .on(table.changedAt)
      .where(sql`channel <> 'by_hand' and state in ('waiting', 'sending')`),
  ],
)

/**
 * What the dashboard adds up: how many orders of a day are in a status, and what they come to. The database itself writes a row
 * here with every order and every change of one (see the migration); nobody ever waits for a shared sum. The rows of one day
 * are folded into one from time to time.
 */
export const orderCounts = pgTable(
  'order_counts',
  {
    day: date('day').notNull(),
    status: text('status', { enum: orderStatuses }).notNull(),
    /** Paid, or to be paid at the door; whoever has started to pay online has bought nothing yet. */
    isSale: boolean('is_sale').notNull(),
    orders: integer('orders').notNull(),
    total: bigint('total', { mode: 'number' }).notNull(),
  },
  (table) => [index('order_counts_day_index').on(table.day)],
)

/**
 * How many orders are in a status, whatever their day: of the counts above there are more with each year. Written by the
 * database itself and folded like them.
 */
export const orderStatusCounts = pgTable('order_status_counts', {
  status: text('status', { enum: orderStatuses }).notNull(),
  orders: integer('orders').notNull(),
})

/**
 * What the orders of a day come to in money, written by the database itself like the counts above: what was sold, what came in
 * and did not go back, and what is still to be paid at the door.
 */
export const orderSums = pgTable(
  'order_sums',
  {
    /** Of the payment, for an order that was paid online; else of its placing. */
    day: date('day').notNull(),
    revenue: bigint('revenue', { mode: 'number' }).notNull(),
    received: bigint('received', { mode: 'number' }).notNull(),
    stillToCome: bigint('still_to_come', { mode: 'number' }).notNull(),
  },
  (table) => [index('order_sums_day_index').on(table.day)],
)
