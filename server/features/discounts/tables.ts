import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { discountKinds } from '#rules/discounts.ts'

/** What the owner gives, for what and how often. */
export const discounts = pgTable(
  'discounts',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    kind: text('kind', { enum: discountKinds }).notNull(),
    percent: integer('percent'),
    amount: integer('amount'),
    buyQuantity: integer('buy_quantity'),
    getQuantity: integer('get_quantity'),
    minimumSpend: integer('minimum_spend').notNull().default(0),
    /** With the categories both empty: for every product. */
    productIds: integer('product_ids').array().notNull().default(sql`'{}'`),
    /** Slugs; a category that was renamed or merged since is found by its old ones. */
    categories: text('categories').array().notNull().default(sql`'{}'`),
    isFirstOrderOnly: boolean('first_order_only').notNull().default(false),
    usesPerCustomer: integer('uses_per_customer'),
    mostUses: integer('most_uses'),
    /** Orders that stand and use it. Kept only where there is a limit: without one, nobody waits for a shared number. */
    uses: integer('uses').notNull().default(0),
    startsAt: timestamp('starts_at', { withTimezone: true }),
    endsAt: timestamp('ends_at', { withTimezone: true }),
    isCombinable: boolean('combinable').notNull().default(false),
    /** Holds without a code. */
    isAutomatic: boolean('automatic').notNull().default(false),
    isEnabled: boolean('enabled').notNull().default(true),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    check(
      'discounts_uses_check',
      sql`${table.uses} >= 0 and (${table.mostUses} is null or ${table.uses} <= ${table.mostUses})`,
    ),
    index('discounts_automatic_index').on(table.id).where(sql`automatic and enabled`),
  ],
)

export type DiscountRow = typeof discounts.$inferSelect

/** One spelling each, for all discounts together: what is typed names one discount. */
export const discountCodes = pgTable(
  'discount_codes',
  {
    code: text('code').primaryKey(),
    discountId: integer('discount_id')
      .notNull()
      .references(() => discounts.id, { onDelete: 'cascade' }),
    /** Of a batch: it holds for one order. */
    isSingleUse: boolean('single_use').notNull(),
    /** The order that uses it. */
    usedBy: integer('used_by'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('discount_codes_discount_index').on(table.discountId, table.isSingleUse, table.code)],
)

/** Which order uses which discount. A cancelled order gives its uses back, and takes them again when it is reopened. */
export const discountUses = pgTable(
  'discount_uses',
  {
    orderId: integer('order_id').notNull(),
    discountId: integer('discount_id')
      .notNull()
      .references(() => discounts.id),
    code: text('code'),
    /** In its one spelling; empty once the customer was forgotten. */
    phone: text('phone').notNull(),
    isLive: boolean('live').notNull().default(true),
    usedAt: timestamp('used_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'discount_uses_key', columns: [table.orderId, table.discountId] }),
    index('discount_uses_phone_index').on(table.discountId, table.phone).where(sql`live`),
  ],
)
