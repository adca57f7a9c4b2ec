import { sql } from 'drizzle-orm'
import { type ShopSettings, shopSettings } from '#contract/settings.ts'
import type { Database } from '#server/platform/database/database.ts'
import { shopSettings as rows } from './tables.ts'

/** The settings and how often they were saved, altogether and each one. */
export type KnownSettings = {
  settings: ShopSettings
  version: number
  versions: ReadonlyMap<string, number>
}

/** As text, because the database tools would read the digits of a WhatsApp number as one big number. */
const json = sql<string>`${rows.value}::text`

export async function readSettings(db: Database): Promise<ShopSettings> {
  return (await readKnownSettings(db)).settings
}

/** A stored value that no longer fits counts as unset: the shop opens with its default instead of not at all. */
export async function readKnownSettings(db: Database): Promise<KnownSettings> {
  const found = await db.select({ name: rows.name, version: rows.version, json }).from(rows)
  const stored = found.map(({ json: value, ...row }) => ({ ...row, value: JSON.parse(value) }))
  const fitting = stored.filter(({ name, value }) => {
    const known = Object.hasOwn(shopSettings.shape, name)
    return known && shopSettings.shape[name as keyof ShopSettings].safeParse(value).success
  })
  return {
    settings: shopSettings.parse(Object.fromEntries(fitting.map(({ name, value }) => [name, value]))),
    version: Math.max(0, ...stored.map(({ version }) => version)),
    versions: new Map(stored.map(({ name, version }) => [name, version])),
  }
}
