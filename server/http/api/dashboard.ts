import {
  type DashboardResponse,
  dashboardResponse,
  officeCountsResponse,
  versionResponse,
} from '#contract/dashboard.ts'
import type { PictureData } from '#contract/fields.ts'
import { toCedis } from '#rules/money.ts'
import { pictureAddress } from '#rules/picture-address.ts'
import type { Dashboard } from '#server/features/dashboard/read-dashboard.ts'
import type { Shop } from '#server/shop.ts'
import type { Api } from '../typed-api.ts'

const tags = ['Dashboard']

export function dashboardRoutes(api: Api, { dashboard, version }: Shop): void {
  api.route({
    method: 'GET',
    url: '/dashboard',
    config: { access: 'admin' },
    schema: { tags, response: { 200: dashboardResponse } },
    handler: async () => toResponse(await dashboard.read()),
  })

  api.route({
    method: 'GET',
    url: '/dashboard/counts',
    config: { access: 'admin' },
    schema: { tags, response: { 200: officeCountsResponse } },
    handler: () => dashboard.countForOffice(),
  })

  api.route({
    method: 'GET',
    url: '/version',
    config: { access: 'admin' },
    schema: { tags, response: { 200: versionResponse } },
    handler: async () => version,
  })
}

function toResponse({ byStatus, counts, ...read }: Dashboard): DashboardResponse {
  return {
    ...counts,
    totalOrders: Object.values(byStatus).reduce((sum, count) => sum + count, 0),
    totalProducts: read.products,
    totalRevenue: toCedis(read.revenue),
    recentOrders: read.recent.map((order) => ({
      id: order.id,
      tracking_code: order.trackingCode,
      customer_name: order.customerName,
      order_total: toCedis(order.total),
      order_status: order.status,
      created_at: order.createdAt.toISOString(),
    })),
    days: read.days.map(({ revenue, ...day }) => ({ ...day, revenue: toCedis(revenue) })),
    ordersByStatus: byStatus,
    bestSellers: read.bestSellers.map(({ productId, name, quantity, picture }) => ({
      product_id: productId,
      product_name: name,
      quantity,
      image: addressOf(picture),
    })),
    lowStock: read.scarce.map(({ id, name, stock, picture }) => ({
      id,
      name,
      image: addressOf(picture),
      stock_quantity: stock,
    })),
    lowStockCount: read.scarceCount,
    lowStockLevel: read.lowStockLevel,
  }
}

function addressOf(picture: PictureData | null): string | null {
  return picture && pictureAddress(picture.id, Math.min(...picture.widths), 'webp')
}
