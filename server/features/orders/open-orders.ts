import type { OrderFilter } from '#contract/order-filters.ts'
import type { Context } from '#server/platform/context.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { bulkUpdate } from './bulk-update.ts'
import { changeStatus, type StatusInput } from './change-status.ts'
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
import { type NoteInput, writeNote } from './write-note.ts'

export function openOrders(context: Context) {
  const { db } = context
  defineNewsJob(context)
  defineMissedNewsJob(context)
  defineFoldJob(context)
  return {
    place: (buyer: Buyer, request: OrderRequest, key: string | null) =>
      placeOrder(context, buyer, request, key),
    track: (address: string, code: string) => trackOrder(context, address, code),
    changeStatus: (viewer: Viewer, orderId: number, input: StatusInput) =>
      changeStatus(context, viewer, orderId, input),
    bulkUpdate: (viewer: Viewer, orderIds: readonly number[], input: StatusInput) =>
      bulkUpdate(context, viewer, orderIds, input),
    writeNote: (viewer: Viewer, orderId: number, input: NoteInput) =>
      writeNote(context, viewer, orderId, input),
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
