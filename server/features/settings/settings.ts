import { type ShopSettings, shopSettings } from '../../../contract/settings.ts'
import type { Database } from '../../platform/database/database.ts'
import { shopSettings as rows } from './tables.ts'

/** A stored value that no longer fits counts as unset: the shop opens with its default instead of not at all. */
export async function readSettings(db: Database): Promise<ShopSettings> {
  const stored = await db.select().from(rows)
  const fitting = stored.filter(({ name, value }) => {
    const known = Object.hasOwn(shopSettings.shape, name)
    return known && shopSettings.shape[name as keyof ShopSettings].safeParse(value).success
  })
  return shopSettings.parse(Object.fromEntries(fitting.map(({ name, value }) => [name, value])))
}
