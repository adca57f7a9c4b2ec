import type { OrderFilter } from '../../../contract/order-filters.ts'
import type { Tools } from '../../platform/tools.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { changeStatus, type StatusWish } from './change-status.ts'
import { exportOrders } from './export-orders.ts'
import { type DriverFilter, listDriverOrders } from './list-driver-orders.ts'
import { listOrders, type Page } from './list-orders.ts'
import { listOwnOrders } from './list-own-orders.ts'
import { defineNewsJob } from './order-news.ts'
import type { OrderRequest } from './order-request.ts'
import { placeOrder } from './place-order.ts'
import { trackOrder } from './track-order.ts'

export function openOrders(tools: Tools) {
  const { db } = tools
  defineNewsJob(tools)
  return {
    place: (viewer: Viewer | null, request: OrderRequest, key: string | null) =>
      placeOrder(tools, viewer, request, key),
    track: (address: string, code: string) => trackOrder(tools, address, code),
    changeStatus: (viewer: Viewer, orderId: number, wish: StatusWish) =>
      changeStatus(tools, viewer, orderId, wish),
    list: (filter: OrderFilter, page: Page) => listOrders(db, filter, page),
    exportAll: (filter: OrderFilter) => exportOrders(db, filter),
    listOwn: (viewer: Viewer, email: string, page: Page) => listOwnOrders(db, viewer, email, page),
    listForDriver: (viewer: Viewer, filter: DriverFilter, page: Page) =>
      listDriverOrders(db, viewer, filter, page),
  }
}
