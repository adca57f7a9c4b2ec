import type { OrderFilter } from '#contract/order-filters.ts'
import type { Tools } from '#server/platform/tools.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { changeMany } from './change-many.ts'
import { changeStatus, type StatusWish } from './change-status.ts'
import { exportOrders } from './export-orders.ts'
import { getOrder } from './get-order.ts'
import { type DriverFilter, listDriverOrders } from './list-driver-orders.ts'
import { listOrders, type Page } from './list-orders.ts'
import { listOwnOrders } from './list-own-orders.ts'
import { defineMissedNewsJob } from './missed-news.ts'
import { countByStatus, countNewer, defineFoldJob, findNewestId } from './order-counts.ts'
import { defineNewsJob } from './order-news.ts'
import type { OrderRequest } from './order-request.ts'
import { type Buyer, placeOrder } from './place-order.ts'
import { trackOrder } from './track-order.ts'
import { type NoteWish, writeNote } from './write-note.ts'

export function openOrders(tools: Tools) {
  const { db } = tools
  defineNewsJob(tools)
  defineMissedNewsJob(tools)
  defineFoldJob(tools)
  return {
    place: (buyer: Buyer, request: OrderRequest, key: string | null) =>
      placeOrder(tools, buyer, request, key),
    track: (address: string, code: string) => trackOrder(tools, address, code),
    changeStatus: (viewer: Viewer, orderId: number, wish: StatusWish) =>
      changeStatus(tools, viewer, orderId, wish),
    changeMany: (viewer: Viewer, orderIds: readonly number[], wish: StatusWish) =>
      changeMany(tools, viewer, orderIds, wish),
    writeNote: (viewer: Viewer, orderId: number, wish: NoteWish) => writeNote(tools, viewer, orderId, wish),
    get: (id: number) => getOrder(db, id),
    countByStatus: () => countByStatus(db),
    countNewer: (orderId: number) => countNewer(db, orderId),
    findNewestId: () => findNewestId(db),
    list: (filter: OrderFilter, page: Page) => listOrders(db, filter, page),
    exportAll: (filter: OrderFilter) => exportOrders(db, filter),
    listOwn: (viewer: Viewer, email: string, page: Page) => listOwnOrders(db, viewer, email, page),
    listForDriver: (viewer: Viewer, filter: DriverFilter, page: Page) =>
      listDriverOrders(db, viewer, filter, page),
  }
}
