import { type SQL, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { pictures } from '../media/tables.ts'

const wordList = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const products = pgTable(
  'products',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    brands: text('brands').notNull(),
    category: text('category').notNull(),
    price: integer('price').notNull(),
    stock: integer('stock_quantity').notNull(),
    howToUse: text('how_to_use').notNull(),
    /** One per line. */
    benefits: text('benefits').notNull(),
    /** Separated by commas. */
    ingredients: text('ingredients').notNull(),
    fdaNumber: text('fda_number'),
    isFeatured: boolean('featured').notNull().default(false),
    isBestSeller: boolean('best_seller').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    /** A product that was ever ordered is never destroyed: it leaves the shelf, and old orders keep it. */
    removedAt: timestamp('removed_at', { withTimezone: true }),
    /** What a search with typing errors is compared with. */
    nameText: text('name_text').generatedAlwaysAs(
      (): SQL => sql`lower(${products.name} || ' ' || ${products.category} || ' ' || ${products.brands})`,
    ),
    /** Every word of the texts, for searches that spell them right. */
    words: wordList('words').generatedAlwaysAs(
      (): SQL =>
        sql`to_tsvector('simple', ${products.name} || ' ' || ${products.category} || ' ' || ${products.brands} || ' ' || ${products.description} || ' ' || ${products.ingredients})`,
    ),
  },
  (table) => [
    check('products_price_check', sql`${table.price} >= 0`),
    check('products_stock_check', sql`${table.stock} >= 0`),
    index('products_featured_index')
      .on(table.isFeatured.desc(), table.id.desc())
      .where(sql`removed_at is null`),
    index('products_newest_index').on(table.id.desc()).where(sql`removed_at is null`),
    index('products_price_index').on(table.price, table.id.desc()).where(sql`removed_at is null`),
    index('products_category_index')
      .on(table.category, table.isFeatured.desc(), table.id.desc())
      .where(sql`removed_at is null`),
    index('products_name_text_index').using('gin', table.nameText.op('gin_trgm_ops')),
    index('products_words_index').using('gin', table.words),
  ],
)

export const productPictures = pgTable(
  'product_pictures',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    pictureId: text('picture_id')
      .notNull()
      .references(() => pictures.id),
  },
  (table) => [
    primaryKey({ name: 'product_pictures_key', columns: [table.productId, table.position] }),
    index('product_pictures_picture_index').on(table.pictureId),
  ],
)
