import { type SQL, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { saleScopes } from '#rules/sale-fields.ts'
import { saleKinds } from '#rules/sale-price.ts'
import { users } from '../accounts/tables.ts'
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
    /** The barcode, or the shop's own number. */
    sku: text('sku'),
    /** What it is a size or shade of; products that say the same in any case belong together. Null: it stands alone. */
    article: text('article'),
    choiceLabel: text('choice_label'),
    choiceColour: text('choice_colour'),
    choicePosition: integer('choice_position').notNull().default(0),
    /** It is made of other products (`set_parts`): it has no stock of its own, only what they allow. */
    isSet: boolean('is_set').notNull().default(false),
    /** What the owner chose to go well with it, the first one first; what has left the shop since is passed over. */
    goesWith: integer('goes_with').array().notNull().default(sql`'{}'`),
    /** Whether what was bought with it is offered after these. */
    isWithBought: boolean('goes_with_bought').notNull().default(true),
    isFeatured: boolean('featured').notNull().default(false),
    isBestSeller: boolean('best_seller').notNull().default(false),
    /** Not in the shop yet, or not for now: only the back office knows it. */
    isHidden: boolean('hidden').notNull().default(false),
    /** Of the reviews that the shop shows: the sum of their stars, and how many there are. No list has to count them. */
    ratingSum: integer('rating_sum').notNull().default(0),
    ratingCount: integer('rating_count').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    /** A product that was ever ordered is never destroyed: it leaves the shelf, and old orders keep it. */
    removedAt: timestamp('removed_at', { withTimezone: true }),
    /** What a search with typing errors is compared with. */
    nameText: text('name_text').generatedAlwaysAs(
      (): SQL => sql`lower(${products.name} || ' ' || ${products.category} || ' ' || ${products.brands})`,
    ),
    /** Roughly how much is left. Few sales change it, so that the list of what is nearly gone has an index which sales need not write to. */
    stockBand: smallint('stock_band').generatedAlwaysAs(
      (): SQL => sql`width_bucket(${products.stock}, array[1, 6, 21, 101, 1001])`,
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
    check(
      'products_rating_check',
      sql`${table.ratingSum} between ${table.ratingCount} and 5 * ${table.ratingCount}`,
    ),
    index('products_stock_band_index').on(table.stockBand, table.id).where(sql`removed_at is null`),
    // All upwards: read backwards, they give the newest first, which an index with .desc() (nulls last) would not.
    index('products_featured_index').on(table.isFeatured, table.id).where(sql`removed_at is null`),
    index('products_price_index').on(table.price, table.id).where(sql`removed_at is null`),
    // What is hidden is known from the index alone: counting a category does not read its products.
    index('products_of_category_index')
      .on(table.category, table.isFeatured, table.id, table.isHidden)
      .where(sql`removed_at is null`),
    index('products_category_price_index')
      .on(table.category, table.price, table.id)
      .where(sql`removed_at is null`),
    index('products_article_index')
      .on(sql`lower(${table.article})`, table.choicePosition, table.id)
      .where(sql`article is not null and removed_at is null`),
    index('products_hidden_index').on(table.id).where(sql`removed_at is null and hidden`),
    // The second part lets a search look through the newest products first.
    index('products_name_text_index').using('gin', table.nameText.op('gin_trgm_ops'), sql`(id >> 10)`),
    index('products_words_index').using('gin', table.words, sql`(id >> 10)`),
  ],
)

/** The shop's categories. A product names its own by the slug, which is also the word in links. */
export const categories = pgTable(
  'categories',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** The name in its one spelling (`normaliseCategory`). */
    slug: text('slug').notNull().unique(),
    /** Of one product: Cleanser. */
    name: text('name').notNull(),
    /** Of the shelf: Cleansers. */
    heading: text('heading').notNull(),
    /** Slugs that it had before, or that were merged into it: links with them lead here. */
    oldSlugs: text('old_slugs').array().notNull().default(sql`'{}'`),
    pictureId: text('picture_id').references(() => pictures.id),
    /** Where it is cropped last, in percent from its left and from its top. */
    focusX: integer('focus_x').notNull().default(50),
    focusY: integer('focus_y').notNull().default(50),
    /** While the sample shop is in place, three categories have pictures that came with the pages. */
    hasSamplePicture: boolean('sample_picture').notNull().default(false),
    position: integer('position').notNull(),
    /** Where on the home page, from 1; null for nowhere. */
    homePlace: integer('home_place'),
    isInFooter: boolean('in_footer').notNull().default(true),
    isHidden: boolean('hidden').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('categories_picture_index').on(table.pictureId)],
)

/**
 * How many products stand on the shelves, as a sum. The database itself writes a row here whenever some come or go (see the
 * migration); nobody ever waits for a shared number. The rows are folded into one from time to time.
 */
export const productCounts = pgTable('product_counts', { products: integer('products').notNull() })

/** The same for each category. */
export const categoryCounts = pgTable('category_counts', {
  category: text('category').notNull(),
  products: integer('products').notNull(),
})

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

/** What a set is made of, in the order in which customers read it. */
export const setParts = pgTable(
  'set_parts',
  {
    setId: integer('set_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    quantity: integer('quantity').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ name: 'set_parts_key', columns: [table.setId, table.productId] }),
    check('set_parts_quantity_check', sql`${table.quantity} > 0`),
    check('set_parts_product_check', sql`${table.productId} <> ${table.setId}`),
    index('set_parts_product_index').on(table.productId),
  ],
)

export const stockCauses = [
  'first_count',
  'delivery',
  'correction',
  'counter_sale',
  'order',
  'order_cancelled',
  'order_reopened',
  'order_changed',
  'order_returned',
] as const

/** The stock book: every change on the shelf has exactly one row, which is never changed afterwards. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    change: integer('change').notNull(),
    stockAfter: integer('stock_after').notNull(),
    cause: text('cause', { enum: stockCauses }).notNull(),
    /** Which order took it or gave it back. */
    orderId: integer('order_id'),
    /** Nobody: a guest who ordered, or the shop itself. */
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    movedAt: timestamp('moved_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    check('stock_movements_change_check', sql`${table.change} <> 0`),
    check('stock_movements_stock_check', sql`${table.stockAfter} >= 0`),
    index('stock_movements_product_index').on(table.productId, table.id),
    index('stock_movements_order_index').on(table.orderId).where(sql`order_id is not null`),
  ],
)

/** Prices that hold from one moment to another. What a product costs without them stays in `products`. */
export const sales = pgTable(
  'sales',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    kind: text('kind', { enum: saleKinds }).notNull(),
    /** Percent, or pesewas for an amount. */
    off: integer('off').notNull(),
    /** In pesewas: no price is reduced below this one. */
    floor: integer('floor').notNull().default(0),
    scope: text('scope', { enum: saleScopes }).notNull(),
    /** Null for a sale whose category was deleted: it holds for nothing. */
    categoryId: integer('category_id').references(() => categories.id, { onDelete: 'set null' }),
    startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
    /** Counted down to its end by the banner of the home page. */
    hasCountdown: boolean('countdown').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    check('sales_off_check', sql`${table.off} > 0 and (${table.kind} = 'amount' or ${table.off} < 100)`),
    check('sales_floor_check', sql`${table.floor} >= 0`),
    check('sales_end_check', sql`${table.endsAt} >= ${table.startsAt}`),
    index('sales_end_index').on(table.endsAt, table.id),
    index('sales_category_index').on(table.categoryId),
  ],
)

/** The products of a sale that is for chosen ones. */
export const saleProducts = pgTable(
  'sale_products',
  {
    saleId: integer('sale_id')
      .notNull()
      .references(() => sales.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ name: 'sale_products_key', columns: [table.saleId, table.productId] }),
    index('sale_products_product_index').on(table.productId),
  ],
)

/** What was bought together, of each product the most frequent; counted anew every night from the latest orders. */
export const boughtTogether = pgTable(
  'bought_together',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    otherId: integer('other_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** In how many orders. */
    orders: integer('orders').notNull(),
  },
  (table) => [
    primaryKey({ name: 'bought_together_key', columns: [table.productId, table.otherId] }),
    index('bought_together_other_index').on(table.otherId),
  ],
)
