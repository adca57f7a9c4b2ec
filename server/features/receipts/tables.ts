import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { DocumentContents, DocumentParty, DocumentSeller } from '#contract/receipts.ts'
import { documentKinds } from '#rules/receipts.ts'
import { users } from '../accounts/tables.ts'
import { orders } from '../orders/tables.ts'

/**
 * Receipts, invoices and credit notes, in one unbroken sequence. Each has all that it says, as it was then: the database refuses to change
 * or delete one. Only who the customer was is forgotten with the customer, and whose order it was with an order that never was.
 */
export const receipts = pgTable(
  'receipts',
  {
    number: integer('number').primaryKey(),
    kind: text('kind', { enum: documentKinds }).notNull(),
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'set null' }),
    /** What a credit note takes back, or the invoice that a receipt confirms. */
    refersTo: integer('refers_to'),
    seller: jsonb('seller').$type<DocumentSeller>().notNull(),
    customer: jsonb('customer').$type<DocumentParty>().notNull(),
    contents: jsonb('contents').$type<DocumentContents>().notNull(),
    /** In the address of its file: whoever was shown the document may fetch it. */
    key: text('key').notNull(),
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull(),
    /** Null: the shop itself. */
    issuedBy: uuid('issued_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('receipts_order_index').on(table.orderId, table.number),
    uniqueIndex('receipts_refers_to_key').on(table.refersTo, table.kind),
    foreignKey({
      name: 'receipts_refers_to_fk',
      columns: [table.refersTo],
      foreignColumns: [table.number],
    }),
    check('receipts_number_check', sql`${table.number} > 0`),
    check('receipts_credit_check', sql`${table.kind} <> 'credit_note' or ${table.refersTo} is not null`),
  ],
)

export type ReceiptRow = typeof receipts.$inferSelect

/**
 * The last number that was given. Whoever takes the next one locks this row until the document is written: a number is never given twice,
 * and a transaction that fails gives it back.
 */
export const receiptNumbers = pgTable('receipt_numbers', {
  series: text('series').primaryKey(),
  last: integer('last').notNull(),
})
