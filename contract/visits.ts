import { z } from 'zod'
import { longestSource, reportedKinds } from '../rules/visits.ts'
import { named } from './codecs.ts'
import { text } from './fields.ts'

/** Where a visitor came from: the host of the page before, or the `utm_…` of the address, joined by ` / `. */
export const visitSource = text(longestSource)

/** What a browser reports; nothing in it tells one person from another. */
export const visitBody = z.strictObject({
  kind: z.enum(reportedKinds),
  source: visitSource.default(''),
  first: z.boolean().default(false).describe('The first page of a visit'),
})

export const visitResponse = z.object({ success: z.literal(true) })

export const visitsQuery = z.strictObject({
  days: z.enum(['7', '30', '90']).default('30').transform(Number).describe('So many days, today included'),
})

const counts = {
  visits: z.int(),
  page_views: z.int(),
  product_views: z.int(),
  adds: z.int(),
  checkouts: z.int(),
  orders: z.int(),
}

export const visitsResponse = z.object({
  days: z.array(named(z.object({ day: z.string().describe('2026-03-05'), ...counts }))),
  sources: z
    .array(named(z.object({ source: z.string(), ...counts })))
    .describe('Those that brought most, the first first'),
})

export type VisitBody = z.input<typeof visitBody>
export type VisitsResponse = z.input<typeof visitsResponse>
/** The same in the code. */
export type VisitCounts = Omit<z.output<typeof visitsResponse>['days'][number], 'day'>
