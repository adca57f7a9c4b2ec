import { gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { VisitBody, VisitCounts } from '#contract/dashboard.ts'
import { dayOf } from '#rules/days.ts'
import {
  countedDays,
  countedKinds,
  mostSourcesADay,
  otherSource,
  reservedSources,
  tidySource,
  type VisitKind,
} from '#rules/visits.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { isStaff, type Viewer } from '../accounts/viewer.ts'
import { visitCounts } from './tables.ts'

type VisitCounter = {
  /** What a browser reports. */
  report(visit: Required<VisitBody>): void
  /** What whoever works here orders to try the shop is not counted. */
  order(viewer: Viewer | null, source: string): void
  /** Writes what was counted since the last time. What cannot be written now is kept for the next time. */
  flush(): Promise<void>
}

type Count = { day: string; source: string; kind: VisitKind; count: number }

/** So long at most a count is in the memory of one process alone. */
const flushedAfterMs = 10_000

/** With so many different ones waiting, a source that is new is not told apart any more. */
const mostWaiting = 1_000

/** Most visitors cost the database nothing: they are added up in memory, and written together. */
export function openVisitCounter(context: Context): VisitCounter {
  const { clock, log } = context
  let waiting = new Map<string, Count>()
  let timer: NodeJS.Timeout | undefined
  let flushing = Promise.resolve()

  function add({ count, ...key }: Count): void {
    const { day, kind } = key
    const source = waiting.size < mostWaiting || reservedSources.has(key.source) ? key.source : otherSource
    const name = `${day} ${kind} ${source}`
    const before = waiting.get(name)
    if (before) before.count += count
    else waiting.set(name, { day, source, kind, count })
    timer ??= setTimeout(() => void flush(), flushedAfterMs).unref()
  }

  function addAll(kinds: readonly VisitKind[], written: string): void {
    const day = dayOf(clock())
    const source = tidySource(written)
    for (const kind of kinds) add({ day, source, kind, count: 1 })
  }

  async function writeWaiting(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (waiting.size === 0) return
    const batch = [...waiting.values()]
    waiting = new Map()
    try {
      await inTransaction(context.db, (db) => write(db, batch))
    } catch (error) {
      log.warn({ err: error }, 'The visits could not be written and are kept')
      for (const count of batch) add(count)
    }
  }

  function flush(): Promise<void> {
    flushing = flushing.then(writeWaiting)
    return flushing
  }

  return {
    report: ({ kind, source, first }) => addAll(countedKinds(kind, first), source),
    order(viewer, source) {
      if (viewer === null || !isStaff(viewer)) addAll(['order'], source)
    },
    flush,
  }
}

/** One process after the other: together, too, they give no more sources a row of their own than a day has room for. */
async function write(db: Database, batch: readonly Count[]): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('visits'))`)
  const days = [...new Set(batch.map(({ day }) => day))]
  const known = await db
    .selectDistinct({ day: visitCounts.day, source: visitCounts.source })
    .from(visitCounts)
    .where(inArray(visitCounts.day, days))
  const rows = days.flatMap((day) => {
    const sources = known.filter((one) => one.day === day).map(({ source }) => source)
    return withinLimit(
      batch.filter((count) => count.day === day),
      new Set(sources),
    )
  })
  await db
    .insert(visitCounts)
    .values(rows)
    .onConflictDoUpdate({
      target: [visitCounts.day, visitCounts.source, visitCounts.kind],
      set: { count: sql`${visitCounts.count} + excluded.count` },
    })
}

/** The busiest of the new sources come first; those for which there is no room are others. */
function withinLimit(batch: readonly Count[], known: ReadonlySet<string>): Count[] {
  const isCounted = (source: string) => !reservedSources.has(source)
  const room = mostSourcesADay - [...known].filter(isCounted).length
  const fresh = new Map<string, number>()
  for (const { source, count } of batch) {
    if (isCounted(source) && !known.has(source)) fresh.set(source, (fresh.get(source) ?? 0) + count)
  }
  const byCount = [...fresh].toSorted(([, one], [, other]) => other - one).map(([source]) => source)
  const refused = new Set(byCount.slice(Math.max(0, room)))
  const rows = new Map<string, Count>()
  for (const count of batch) {
    const source = refused.has(count.source) ? otherSource : count.source
    const name = `${count.kind} ${source}`
    const before = rows.get(name)
    rows.set(name, { ...count, source, count: (before?.count ?? 0) + count.count })
  }
  return [...rows.values()]
}

export function defineVisitsJob({ jobs, db, clock }: Context): void {
  jobs.define('forget-old-visits', z.object({}), async () => {
    const first = new Date(clock().getTime() - countedDays * 24 * 3_600_000)
    await db.delete(visitCounts).where(lt(visitCounts.day, dayOf(first)))
  })
  jobs.schedule('forget-old-visits', '37 3 * * *')
}

const sourcesShown = 30

const oneDay = 24 * 3_600_000

type Source = Pick<Context, 'db' | 'clock'> & Pick<VisitCounter, 'flush'>

/** The last days, also those on which nobody came, and the sources that brought most in them. */
export async function readVisits({ db, clock, flush }: Source, days: number) {
  await flush()
  const now = clock().getTime()
  const all = Array.from({ length: days }, (_, n) => dayOf(new Date(now - (days - 1 - n) * oneDay)))
  const isShown = gte(visitCounts.day, all[0] ?? '')
  const { day, source } = visitCounts
  const counted = await db
    .select({ day, ...counts })
    .from(visitCounts)
    .where(isShown)
    .groupBy(day)
  const sources = await db
    .select({ source, ...counts })
    .from(visitCounts)
    .where(isShown)
    .groupBy(source)
    .orderBy(sql`${counts.visits} desc, ${counts.orders} desc, ${source}`)
    .limit(sourcesShown)
  const byDay = new Map(counted.map((row) => [row.day, row]))
  return { days: all.map((each) => byDay.get(each) ?? { day: each, ...nothing }), sources }
}

function sumOf(kind: VisitKind): SQL<number> {
  const { count } = visitCounts
  return sql`coalesce(sum(${count}) filter (where ${visitCounts.kind} = ${kind}), 0)`.mapWith(Number)
}

const counts = {
  visits: sumOf('visit'),
  pageViews: sumOf('page'),
  productViews: sumOf('product'),
  adds: sumOf('add'),
  checkouts: sumOf('checkout'),
  orders: sumOf('order'),
} satisfies Record<keyof VisitCounts, SQL<number>>

const nothing: VisitCounts = {
  visits: 0,
  pageViews: 0,
  productViews: 0,
  adds: 0,
  checkouts: 0,
  orders: 0,
}
