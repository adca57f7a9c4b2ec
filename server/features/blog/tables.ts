import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import { pictures } from '../media/tables.ts'

export const blogPosts = pgTable(
  'blog_posts',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    slug: text('slug').notNull(),
    title: text('title').notNull(),
    excerpt: text('excerpt').notNull(),
    /** HTML, cleaned before it was stored. */
    content: text('content').notNull(),
    pictureId: text('picture_id').references(() => pictures.id),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    isPublished: boolean('published').notNull().default(true),
    /** Once people could read it, its address is in their messages and bookmarks, and stays. */
    hasBeenPublished: boolean('has_been_published').notNull().default(true),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('blog_posts_slug_key').on(table.slug),
    index('blog_posts_newest_index').on(table.createdAt.desc(), table.id.desc()).where(sql`published`),
  ],
)
