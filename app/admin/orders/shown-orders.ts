import { readDay } from '#rules/dates.ts'
import { type OrderStatus, readOrderStatus } from '#rules/order-status.ts'

/** Which orders the list shows; all of it stands in the address, so that it can be linked and come back to. */
export type ShownOrders = { status: OrderStatus | null; q: string; from: string; to: string; page: number }

export const pageSize = 50

export function readShownOrders(search: URLSearchParams): ShownOrders {
  const page = Number(search.get('page') ?? 1)
  return {
    status: readOrderStatus(search.get('status')),
    q: search.get('q')?.trim().slice(0, 100) ?? '',
    from: dayIn(search, 'from'),
    to: dayIn(search, 'to'),
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  }
}

/** The address of the list with these orders; a new filter starts on its first page. */
export function toSearch(shown: ShownOrders, change: Partial<ShownOrders> = {}): string {
  const search = query({ ...shown, page: 1, ...change })
  return search === '' ? '' : `?${search}`
}

/** Where the shop is asked for them, page by page. */
export function listAddress(shown: ShownOrders): string {
  const search = query(shown)
  return `/api/orders?${search === '' ? '' : `${search}&`}limit=${pageSize}`
}

/** The same orders, all of them, as a file. */
export function exportAddress(shown: ShownOrders): string {
  const search = query({ ...shown, page: 1 })
  return search === '' ? '/api/orders.csv' : `/api/orders.csv?${search}`
}

export function isFiltered({ status, q, from, to }: ShownOrders): boolean {
  return status !== null || q !== '' || from !== '' || to !== ''
}

function query({ status, q, from, to, page }: ShownOrders): string {
  const parts = { status: status ?? '', q, from, to, page: page === 1 ? '' : String(page) }
  return String(new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== '')))
}

function dayIn(search: URLSearchParams, name: string): string {
  const written = search.get(name) ?? ''
  return readDay(written) ? written : ''
}

/** Which order lies open beside the list. */
export function readOpenOrder(search: URLSearchParams): number | null {
  const id = Number(search.get('order'))
  return Number.isInteger(id) && id > 0 ? id : null
}

export function withOrder(search: URLSearchParams, orderId: number | null): string {
  const next = new URLSearchParams(search)
  if (orderId === null) next.delete('order')
  else next.set('order', String(orderId))
  return next.size === 0 ? '' : `?${next}`
}
