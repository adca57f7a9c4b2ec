import type { VisitsResponse } from '#contract/dashboard.ts'
import { direct, otherSource } from '#rules/visits.ts'

type Counts = Omit<VisitsResponse['days'][number], 'day'>

export function sumUp(days: VisitsResponse['days']): Counts {
  const sum = { visits: 0, page_views: 0, product_views: 0, adds: 0, checkouts: 0, orders: 0 }
  for (const day of days) for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += day[name]
  return sum
}

export type FunnelStep = {
  name: string
  count: number
  /** How many of the step before, in words; empty for the first one. */
  share: string
  /** Of the widest step, in per cent. */
  width: number
}

const steps = [
  ['visits', 'Visits', 'visit'],
  ['product_views', 'Product views', 'product view'],
  ['adds', 'Adds to cart', 'add to cart'],
  ['checkouts', 'Checkouts', 'checkout'],
  ['orders', 'Orders', 'order'],
] as const satisfies [keyof Counts, string, string][]

export function funnelOf(counts: Counts): FunnelStep[] {
  const most = Math.max(...steps.map(([key]) => counts[key]), 1)
  return steps.map(([key, name], n) => {
    const before = steps[n - 1]
    const share = before ? shareOf(counts[key], counts[before[0]], before) : ''
    return { name, count: counts[key], share, width: (counts[key] / most) * 100 }
  })
}

/** A visit may look at three products: more than all is no share any more. */
function shareOf(count: number, before: number, [, many, one]: (typeof steps)[number]): string {
  if (before === 0) return ''
  const ratio = count / before
  if (ratio > 1) return `${ratio.toFixed(1)} for each ${one}`
  const percent = ratio * 100
  const text = percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)
  return `${text}% of ${many.toLowerCase()}`
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-GB')
}

export function sourceLabel(source: string): string {
  if (source === direct) return 'Direct, or not known'
  return source === otherSource ? 'Other sources' : source
}
