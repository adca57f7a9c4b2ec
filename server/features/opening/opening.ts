import { sql } from 'drizzle-orm'
import { type ConfirmableItem, startItemLabels } from '#rules/first-day.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidating, rememberedRead } from '#server/platform/database/invalidation.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.ts'
import { type sampleKinds, sampleRows, shopOpening } from './tables.ts'

export type Opening = Pick<typeof shopOpening.$inferSelect, 'isOpen' | 'hasSamples' | 'confirmed'> & {
  previewKey: string | null
}

type Reading = Pick<Context, 'db' | 'config'>

const readRow = rememberedRead('opening', ['settings'], (db) => db.select().from(shopOpening))

/** A shop from before there was a first day is open; whether it shows samples says its setting. */
export async function readOpening({ db, config }: Reading): Promise<Opening> {
  const [row] = await readRow(db)
  return (
    row ?? {
      isOpen: true,
      hasSamples: config.sampleShop === 'full',
      confirmed: [],
      previewKey: null,
    }
  )
}

type FirstDay = Pick<Opening, 'isOpen' | 'hasSamples'>

/** For a new shop. In one that began empty, whoever fills it with the samples later changes nothing about its doors. */
export async function beginShop(
  { clock, random }: Context,
  db: Database,
  { isOpen, hasSamples }: FirstDay,
): Promise<void> {
  await db
    .insert(shopOpening)
    .values({ isOpen, hasSamples, previewKey: random.secret(24), changedAt: clock() })
    .onConflictDoUpdate({ target: shopOpening.isOnly, set: { hasSamples } })
}

/** Opens the shop for everybody, or closes it again: pages, orders and what search engines see follow at once. */
export async function setOpen(context: Context, viewer: Viewer, isOpen: boolean): Promise<Opening> {
  const { clock, random } = context
  return await change(context, viewer, isOpen ? 'opened the shop' : 'closed the shop', (before) =>
    before.isOpen === isOpen
      ? null
      : { ...before, isOpen, previewKey: random.secret(24), changedAt: clock() },
  )
}

/** What only a person can know: that something is right as it is. */
export async function setConfirmed(
  context: Context,
  viewer: Viewer,
  item: ConfirmableItem,
  isConfirmed: boolean,
): Promise<Opening> {
  const action = `${isConfirmed ? 'ticked' : 'unticked'} "${startItemLabels[item]}" on the list of the first day`
  return await change(context, viewer, action, (before) => {
    if (before.confirmed.includes(item) === isConfirmed) return null
    const others = before.confirmed.filter((each) => each !== item)
    return { ...before, confirmed: isConfirmed ? [...others, item] : others }
  })
}

async function change(
  context: Context,
  viewer: Viewer,
  action: string,
  decide: (before: Opening) => Opening | null,
): Promise<Opening> {
  // Every page is another one in a closed shop, also those that show no setting.
  return await invalidating(context, ['settings', 'catalogue', 'blog'], async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(hashtext('shop opening'))`)
    const before = await readOpening({ ...context, db })
    const after = decide(before)
    if (after === null) return before
    const row = {
      ...after,
      previewKey: after.previewKey ?? context.random.secret(24),
      changedAt: context.clock(),
    }
    await db.insert(shopOpening).values(row).onConflictDoUpdate({ target: shopOpening.isOnly, set: row })
    await recordChange(db, {
      at: context.clock(),
      actorId: viewer.id,
      thing: 'settings',
      thingId: 'opening',
      action,
    })
    return row
  })
}

/**
 * Whether the specification's samples stand in for an empty or unreadable shelf. Asked when the database may be away: then
 * what was last known holds.
 */
export function openSampleFallback(context: Reading): () => Promise<boolean> {
  let lastKnown = context.config.sampleShop === 'full'
  return async () => {
    const found = await readOpening(context).catch(() => null)
    if (found !== null) lastKnown = found.hasSamples
    return lastKnown
  }
}

export type SampleKind = (typeof sampleKinds)[number]

export async function markSamples(
  db: Database,
  kind: SampleKind,
  ids: readonly (string | number)[],
): Promise<void> {
  if (ids.length === 0) return
  await db
    .insert(sampleRows)
    .values(ids.map((id) => ({ kind, rowId: String(id) })))
    .onConflictDoNothing()
}

/** The samples are gone, and nothing stands in for an empty shelf any more. */
export async function endSamples(context: Context): Promise<void> {
  await context.db.delete(sampleRows)
  const { isOpen } = await readOpening(context)
  await beginShop(context, context.db, { isOpen, hasSamples: false })
}

/** False in a shop from before there was a first day. */
export async function hasBegun({ db }: Context): Promise<boolean> {
  return (await db.$count(shopOpening)) > 0
}
