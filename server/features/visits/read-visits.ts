import { gte, type SQL, sql } from 'drizzle-orm'
import type { VisitCounts } from '#contract/dashboard.ts'
import type { VisitKind } from '#rules/visits.ts'
import type { Context } from '#server/platform/context.ts'
import { dayOf, type VisitCounter } from './count-visits.ts'
import { visitCounts } from './tables.ts'

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
