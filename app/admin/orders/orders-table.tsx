import type { MouseEvent } from 'react'
import { useSearchParams } from 'react-router'
import { Table } from '#app/ui/table.tsx'
import type { AdminOrderResponse } from '#contract/orders.ts'
import { orderColumns } from './order-columns.tsx'
import type { Selection } from './use-selection.ts'
import type { StatusChanges } from './use-status-change.ts'

type OrdersTableProps = {
  orders: AdminOrderResponse[]
  selection: Selection
  changes: StatusChanges
  onOpen(orderId: number): void
}

export function rowId(orderId: number): string {
  return `order-${orderId}`
}

export function OrdersTable({ orders, selection, changes, onOpen }: OrdersTableProps) {
  const [search] = useSearchParams()
  return (
    <Table
      caption="Orders, the newest first"
      columns={orderColumns(selection, changes, search)}
      rows={orders}
      rowKey={({ id }) => id}
      rowProps={({ id }) => ({
        id: rowId(id),
        tabIndex: -1,
        className: `cursor-pointer focus-inside max-md:relative ${selection.has(id) ? 'bg-accent' : ''}`,
        onClick: (event) => {
          if (isOnRowItself(event)) onOpen(id)
        },
      })}
    />
  )
}

/** A press on something that acts by itself, or the end of marking a text, opens nothing. */
function isOnRowItself({ target }: MouseEvent): boolean {
  const isControl = target instanceof Element && target.closest('a, button, input, select, label') !== null
  return !isControl && window.getSelection()?.type !== 'Range'
}
