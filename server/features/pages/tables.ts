import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { PageText } from '#rules/page-texts.ts'
import { users } from '../accounts/tables.ts'

/** One row for each page that the owner has touched; the others show the text that every shop begins with. */
export const pages = pgTable(
  'pages',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** The last part of its address; the names of the texts that every shop has are taken. */
    slug: text('slug').notNull(),
    /** What readers see; null while it is the text that every shop begins with, or for a page never published. */
    published: jsonb('published').$type<PageText>(),
    /** What the owner is still writing; null when nothing waits. */
    draft: jsonb('draft').$type<PageText>(),
    /** A page of the owner's own can be taken down; the texts that every shop has are always there. */
    isShown: boolean('is_shown').notNull().default(false),
    isInFooter: boolean('in_footer').notNull().default(false),
    /** When somebody said that the text is right for this shop, by publishing it or by leaving it as it was. */
    readAt: timestamp('read_at', { withTimezone: true }),
    publishedAt: timestamp('published_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex('pages_slug_key').on(table.slug)],
)

/** Every text that was published, the newest last. */
export const pageVersions = pgTable(
  'page_versions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    pageId: integer('page_id')
      .notNull()
      .references(() => pages.id, { onDelete: 'cascade' }),
    text: jsonb('text').$type<PageText>().notNull(),
    by: uuid('by').references(() => users.id, { onDelete: 'set null' }),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (table) => [index('page_versions_page_index').on(table.pageId, table.id)],
)
