import { z } from 'zod'
import { readDay, startOfNextDay } from '../rules/dates.ts'
import { type OrderStatus, readOrderStatus } from '../rules/order-status.ts'
import { paging, text } from './fields.ts'

/** Any case is accepted; a repeated or unknown value is not. */
export const orderStatus = z
  .string({ error: 'Unknown status' })
  .transform((written, context): OrderStatus => {
    const known = readOrderStatus(written)
    if (known !== null) return known
    context.addIssue({ code: 'custom', message: 'Unknown status' })
    return z.NEVER
  })

const anyStatus = z
  .string({ error: 'Unknown status' })
  .transform((written) => (/^(all)?$/i.test(written.trim()) ? undefined : written))
  .pipe(orderStatus.optional())
  .optional()

const wrongDay = 'Please write the day as 2026-03-05'

const day = z.string({ error: wrongDay }).transform((written, context): Date | undefined => {
  if (written === '') return undefined
  const start = readDay(written)
  if (start !== null) return start
  context.addIssue({ code: 'custom', message: wrongDay })
  return z.NEVER
})

const filters = {
  status: anyStatus,
  q: text(100).optional().describe('Name, tracking code, phone or e-mail; tried as a pattern first'),
  from: day.optional(),
  to: day.optional().describe('Through the end of this day'),
}

export const orderExportQuery = z.strictObject(filters)
export const orderListQuery = z.strictObject({ ...filters, ...paging(50) })
export const driverOrderQuery = z.strictObject({ status: anyStatus, q: filters.q, ...paging(50) })

export type OrderFilter = {
  status?: OrderStatus | undefined
  q?: string | undefined
  from?: Date | undefined
  /** Everything before this moment. */
  until?: Date | undefined
}

export function toOrderFilter({ status, q, from, to }: z.infer<typeof orderExportQuery>): OrderFilter {
  return { status, q, from, until: to && startOfNextDay(to) }
}
