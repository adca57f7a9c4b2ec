import { z } from 'zod'
import { changedThings } from '../rules/change-labels.ts'
import { deliveryOptions } from '../rules/delivery-fee.ts'
import { orderStatuses } from '../rules/order-status.ts'
import { longestSource, reportedKinds } from '../rules/visits.ts'
import { cedis, isoDate, named, smallPicture, text } from './codecs.ts'

const officeCounts = z.object({
  pendingOrders: z.int(),
  unreadMessages: z.int(),
  paymentsToReview: z.int().describe('Payments that a person has to look at: needs review or refund due'),
  reviewsToRead: z.int().describe('Reviews that wait to be shown or hidden'),
})

/** Without what is no matter of whoever asks. */
export const officeCountsResponse = officeCounts
  .partial({ paymentsToReview: true, reviewsToRead: true })
  .extend({
    newestSound: z
      .int()
      .nullable()
      .describe('Grows with each thing that is to sound for whoever asks; null when they want no sound'),
  })

export const versionResponse = z.object({
  version: z.string(),
  commit: z.string().nullable().describe('Null where the code came without git'),
})

const recentOrder = named(
  z.object({
    id: z.int(),
    tracking_code: z.string(),
    customer_name: z.string(),
    order_total: cedis,
    order_status: z.enum(orderStatuses),
    delivery_option: z.enum(deliveryOptions),
    created_at: isoDate,
  }),
  { order_total: 'total', order_status: 'status' },
)

const orderMarks = ['not_delivered', 'to_confirm', 'paid_twice', 'to_pay_back'] as const
export type OrderMark = (typeof orderMarks)[number]

const orderToDecide = named(
  z.object({
    id: z.int(),
    tracking_code: z.string(),
    customer_name: z.string(),
    order_total: cedis,
    created_at: isoDate,
    marks: z.array(z.enum(orderMarks)),
  }),
  { order_total: 'total' },
)

const dayOfSales = z.object({ day: z.string().describe('2026-03-05'), orders: z.int(), revenue: cedis })

const soldProduct = named(
  z.object({
    product_id: z.int(),
    product_name: z.string(),
    quantity: z.int(),
    image: smallPicture.nullable(),
  }),
  { product_name: 'name', image: 'picture' },
)

const scarceProduct = named(
  z.object({
    id: z.int(),
    name: z.string(),
    image: smallPicture.nullable(),
    stock_quantity: z.int(),
  }),
  { image: 'picture', stock_quantity: 'stock' },
)

export const dashboardResponse = officeCounts.extend({
  totalOrders: z.int(),
  totalProducts: z.int(),
  totalRevenue: cedis.describe(
    'Orders that are not cancelled and are paid or paid on delivery, less what went back',
  ),
  received: cedis.describe('Money that came in, online and at the door, less what went back'),
  stillToCome: cedis.describe('What is to be paid at the door'),
  recentOrders: z.array(recentOrder),
  ordersToDecide: z
    .array(orderToDecide)
    .describe('Marked to confirm, paid twice or with money to pay back, the oldest first'),
  ordersToDecideCount: z.int(),
  days: z.array(dayOfSales).describe('The last 30 days, today included'),
  ordersByStatus: z.record(z.enum(orderStatuses), z.int()),
  bestSellers: z.array(soldProduct).describe('Of the last 30 days, among at most the newest 1000 orders'),
  lowStock: z.array(scarceProduct).describe('The scarcest first'),
  lowStockCount: z.int(),
  lowStockLevel: z.int().describe('So few, or fewer, count as low: a setting of the shop'),
  smsLeft: z
    .int()
    .nullable()
    .describe('How many SMS the credit is enough for; null while it is enough, or nobody knows'),
})

export type OfficeCountsResponse = z.input<typeof officeCountsResponse>
export type VersionResponse = z.input<typeof versionResponse>
export type DashboardResponse = z.input<typeof dashboardResponse>

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

const number = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)

export const changesQuery = z.strictObject({
  thing: z.enum(changedThings).optional(),
  /** Who did it: a person's id, or `shop` for what happened by itself. */
  person: z.union([z.uuid(), z.literal('shop')]).optional(),
  /** Only what is older than this entry. */
  before: number.pipe(z.int().min(1).max(2_147_483_647)).optional(),
  limit: number.pipe(z.int().min(1).max(100)).default(50),
})

export type ChangesFilter = z.infer<typeof changesQuery>

const person = z.object({ id: z.string(), name: z.string(), email: z.string() })

const changeResponse = named(
  z.object({
    id: z.int(),
    at: isoDate,
    /** `shop` is the shop itself or its owner at the command line; null, an account that was deleted since. */
    by: z.union([person, z.literal('shop'), z.null()]),
    thing: z.string(),
    thing_id: z.string(),
    /** What it is called today; null when it is gone. */
    thing_name: z.string().nullable(),
    /** As a sentence goes on after the name: "changed the price". */
    action: z.string(),
    before: z.record(z.string(), z.unknown()),
    after: z.record(z.string(), z.unknown()),
  }),
)

export const changesResponse = z.object({
  changes: z.array(changeResponse),
  /** Where older ones begin, to be sent as `before`; null at the end of the list. */
  older: z.int().nullable(),
})

export const changersResponse = z.array(person)

export type ChangeResponse = z.input<typeof changeResponse>
export type ChangesResponse = z.input<typeof changesResponse>
export type ChangerResponse = z.input<typeof person>
