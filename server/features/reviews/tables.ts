import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { reviewStates } from '#rules/reviews.ts'
import { products } from '../catalogue/tables.ts'
import { pictures } from '../media/tables.ts'
import { orders } from '../orders/tables.ts'

/** What a buyer says about a product of a delivered order; whose it is, the order knows. */
export const reviews = pgTable(
  'reviews',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    rating: integer('rating').notNull(),
    text: text('text').notNull(),
    /** A first name; never an e-mail address. */
    name: text('name').notNull(),
    town: text('town').notNull(),
    state: text('state', { enum: reviewStates }).notNull(),
    answer: text('answer'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('reviews_order_product_key').on(table.orderId, table.productId),
    check('reviews_rating_check', sql`${table.rating} between 1 and 5`),
    check('reviews_name_check', sql`${table.name} not like '%@%'`),
    index('reviews_shown_index').on(table.productId, table.id).where(sql`state = 'shown'`),
    index('reviews_state_index').on(table.state, table.id),
  ],
)

export const reviewPictures = pgTable(
  'review_pictures',
  {
    reviewId: integer('review_id').notNull(),
    position: integer('position').notNull(),
    pictureId: text('picture_id')
      .notNull()
      .references(() => pictures.id),
  },
  (table) => [
    primaryKey({ name: 'review_pictures_key', columns: [table.reviewId, table.position] }),
    foreignKey({
      name: 'review_pictures_review_reference',
      columns: [table.reviewId],
      foreignColumns: [reviews.id],
    }).onDelete('cascade'),
    index('review_pictures_picture_index').on(table.pictureId),
  ],
)
