import { customType, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { BrandLook } from '#rules/brand.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A file of the brand: its name in brand_files and how large it is shown. */
export type BrandPicture = { file: string; width: number; height: number }

export type BrandPictures = {
  logo_light?: BrandPicture
  logo_dark?: BrandPicture
  /** The light logo as mail programs can show it. */
  logo_mail?: BrandPicture
  share_card?: BrandPicture
  /** One for each place that asks for an icon. */
  icon?: Record<IconPlace, BrandPicture>
}

export type IconPlace = 'tab' | 'touch' | 'small' | 'large' | 'maskable'

/** One row once the owner has chosen a brand; without it the shop looks as it came. */
export const brand = pgTable('brand', {
  id: integer('id').primaryKey(),
  line: text('line').notNull(),
  look: jsonb('look').$type<BrandLook>().notNull(),
  pictures: jsonb('pictures').$type<BrandPictures>().notNull(),
  version: integer('version').notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})

/** Few, small and asked for by every page: they lie in the database, under the hash of what they hold. */
export const brandFiles = pgTable('brand_files', {
  name: text('name').primaryKey(),
  contentType: text('content_type').notNull(),
  bytes: bytes('bytes').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
