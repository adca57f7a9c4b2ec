import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'

export const testimonials = pgTable(
  'testimonials',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The public name at the time of writing; never an e-mail address. */
    name: text('name').notNull(),
    location: text('location').notNull(),
    quote: text('quote').notNull(),
    rating: integer('rating').notNull(),
    isHidden: boolean('hidden').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check('testimonials_rating_check', sql`${table.rating} between 1 and 5`),
    check('testimonials_name_check', sql`${table.name} not like '%@%'`),
    index('testimonials_shown_index').on(table.id.desc()).where(sql`not hidden`),
    index('testimonials_hidden_index').on(table.id).where(sql`hidden`),
  ],
)
