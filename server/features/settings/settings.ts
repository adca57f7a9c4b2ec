import { sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { type ShopSettings, shopSettings } from '#contract/settings.ts'
import { settingNameOnTheWire, toSettingsForm } from '#contract/settings-form.ts'
import { describeSetting, settingLabels } from '#rules/settings-labels.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidating, rememberedRead } from '#server/platform/database/invalidation.ts'
import { recordChange } from '../audit/record-change.ts'
import { shopSettings as rows } from './tables.ts'

/** The settings and how often they were saved, altogether and each one. */
export type KnownSettings = {
  settings: ShopSettings
  version: number
  versions: ReadonlyMap<string, number>
}

/** As text, because the database tools would read the digits of a WhatsApp number as one big number. */
const json = sql<string>`${rows.value}::text`

const readRows = rememberedRead('settings', ['settings'], (db) =>
  db.select({ name: rows.name, version: rows.version, json }).from(rows).orderBy(rows.name),
)

export async function readSettings(db: Database): Promise<ShopSettings> {
  return (await readKnownSettings(db)).settings
}

type StoredSetting = Awaited<ReturnType<typeof readRows>>[number]

/** Settings change seldom and are read for every page: as long as the rows say the same, so do the settings. */
let lastRead: { words: string; known: KnownSettings } | null = null

export async function readKnownSettings(db: Database): Promise<KnownSettings> {
  const found = await readRows(db)
  const words = JSON.stringify(found)
  if (lastRead?.words !== words) lastRead = { words, known: understand(found) }
  return lastRead.known
}

/** A stored value that no longer fits counts as unset: the shop opens with its default instead of not at all. */
function understand(found: readonly StoredSetting[]): KnownSettings {
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

type SettingKey = keyof ShopSettings

/** The version is that of the view on which the changes were made. */
type SettingsInput = { version: number; changes: Partial<ShopSettings> }

/** Holds at once for every page and every price. Two admins who change different things both get what they want. */
export async function saveSettings(
  context: Context,
  actorId: string,
  { version, changes }: SettingsInput,
): Promise<KnownSettings> {
  refuseWithoutPayment(context, changes)
  return await invalidating(context, ['settings'], async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('shop settings'))`)
    const before = await readKnownSettings(tx)
    const wanted = (Object.keys(changes) as SettingKey[]).filter((name) => !isSame(before, changes, name))
    refuseOlderView(before, wanted, version)
    for (const name of wanted) await saveOne(context, tx, actorId, { name, before, changes })
    return await readKnownSettings(tx)
  })
}

function isSame({ settings }: KnownSettings, changes: Partial<ShopSettings>, name: SettingKey): boolean {
  return JSON.stringify(settings[name]) === JSON.stringify(changes[name])
}

function refuseOlderView({ versions }: KnownSettings, wanted: readonly SettingKey[], version: number): void {
  const changed = wanted.filter((name) => (versions.get(name) ?? 0) > version)
  if (changed.length === 0) return
  const names = changed.map((name) => settingNameOnTheWire[name])
  throw new Refusal('conflict', {
    text: `Somebody else has changed ${names.map((name) => settingLabels[name]).join(' and ')} meanwhile.`,
    details: { changed: names },
  })
}

/** With no gateway there is no online payment, so WhatsApp must stay. */
function refuseWithoutPayment({ config }: Context, { paymentMethods: methods }: Partial<ShopSettings>): void {
  if (methods === undefined || methods.whatsapp || config.payments.gateway !== 'none') return
  throw new Refusal('invalid_input', {
    fields: { 'settings.payment_methods': 'Please leave at least one way to pay' },
  })
}

type Change = { name: SettingKey; before: KnownSettings; changes: Partial<ShopSettings> }

async function saveOne(
  context: Context,
  tx: Database,
  actorId: string,
  { name, before, changes }: Change,
): Promise<void> {
  const row = { value: changes[name], version: before.version + 1, updatedAt: context.clock() }
  await tx
    .insert(rows)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: rows.name, set: row })
  const known = settingNameOnTheWire[name]
  await recordChange(tx, {
    at: context.clock(),
    actorId,
    thing: 'settings',
    thingId: known,
    action: `changed ${settingLabels[known]}`,
    before: describeSetting(known, toSettingsForm(before.settings)),
    after: describeSetting(known, toSettingsForm({ ...before.settings, ...changes })),
  })
}

/** For a shop that began empty: neither somebody else's name nor their sale. What the owner has chosen stays. */
export async function presetSettings(
  { clock }: Context,
  db: Database,
  preset: Partial<ShopSettings>,
): Promise<void> {
  const values = Object.entries(preset).map(([name, value]) => ({ name, value, updatedAt: clock() }))
  await db.insert(rows).values(values).onConflictDoNothing()
}
