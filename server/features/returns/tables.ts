import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { conditions, returnReasons, returnStates } from '#rules/returns.ts'
import { users } from '../accounts/tables.ts'
import { products } from '../catalogue/tables.ts'
import { orders } from '../orders/tables.ts'

/** What comes back of an order after its delivery. What the order itself has to know of it is in its row. */
export const orderReturns = pgTable(
  'order_returns',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    state: text('state', { enum: returnStates }).notNull(),
    /** What the customer says, and what the staff adds. */
    note: text('note').notNull().default(''),
    /** A private file. */
    photoId: uuid('photo_id'),
    /** How much less the order costs with it, once it is settled. */
    amount: integer('amount').notNull().default(0),
    openedBy: uuid('opened_by').references(() => users.id, { onDelete: 'set null' }),
    /** Who took its last step: the same step of the same person, sent again, is done once. */
    movedBy: uuid('moved_by').references(() => users.id, { onDelete: 'set null' }),
    /** The hash of person and key: the same key is the same return. */
    requestKey: text('request_key'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('order_returns_order_index').on(table.orderId, table.id),
    uniqueIndex('order_returns_request_key_key').on(table.requestKey),
    check(
      'order_returns_amount_check',
      sql`${table.amount} >= 0 and (${table.amount} = 0 or ${table.state} = 'settled')`,
    ),
  ],
)

export type ReturnRow = typeof orderReturns.$inferSelect

export const orderReturnLines = pgTable(
  'order_return_lines',
  {
    returnId: integer('return_id')
      .notNull()
      .references(() => orderReturns.id),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    productName: text('product_name').notNull(),
    quantity: integer('quantity').notNull(),
    reason: text('reason', { enum: returnReasons }).notNull(),
    condition: text('condition', { enum: conditions }).notNull(),
    /** What became of the pieces that arrived. */
    toShelf: integer('to_shelf').notNull().default(0),
    writtenOff: integer('written_off').notNull().default(0),
  },
  (table) => [
    primaryKey({ name: 'order_return_lines_key', columns: [table.returnId, table.productId] }),
    check('order_return_lines_quantity_check', sql`${table.quantity} > 0`),
    check(
      'order_return_lines_arrived_check',
      sql`${table.toShelf} >= 0 and ${table.writtenOff} >= 0 and ${table.toShelf} + ${table.writtenOff} <= ${table.quantity}`,
    ),
    index('order_return_lines_product_index').on(table.productId),
  ],
)

export type ReturnLineRow = typeof orderReturnLines.$inferSelect
