import { z } from 'zod'
import { deliveryOptions } from '../rules/delivery-fee.ts'
import { orderStatuses } from '../rules/order-status.ts'
import { cedis, isoDate, named, smallPicture } from './codecs.ts'

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

export const orderMarks = ['not_delivered', 'to_confirm', 'paid_twice', 'to_pay_back'] as const
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
