import type { MouseEvent } from 'react'
import { useSearchParams } from 'react-router'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { PackageIcon, PhoneIcon, SearchIcon, WarningIcon, WhatsAppIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import { Table, type TableColumn } from '#app/ui/table.tsx'
import type { AdminOrderResponse } from '#contract/orders.ts'
import { countLabel } from '#rules/count-label.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { attemptLabels } from '#rules/delivery-attempts.ts'
import { deliveryOptionTexts } from '#rules/delivery-fee.ts'
import { formatCedis } from '#rules/money.ts'
import { showPhone } from '#rules/phone-number.ts'
import { usePageInRange } from '../list-frame.tsx'
import type { Selection } from '../row-selection.ts'
import { callAddress, chatAddress } from './order-customer.tsx'
import { isFiltered, pageSize, type ShownOrders, toSearch, withOrder } from './order-filters.tsx'
import { MoneyBadge } from './order-payments-and-receipts.tsx'
import { ReturnBadge } from './order-returns.tsx'
import type { OrdersScreen } from './orders-screen.tsx'
import { type StatusChanges, StatusSelect, UnpaidQuestion } from './status-changes.tsx'

type OrderListProps = {
  shown: ShownOrders
  screen: OrdersScreen
  onOpen(orderId: number): void
  onAdd(): void
}

export function OrderList({ shown, screen, onOpen, onAdd }: OrderListProps) {
  const { data, orders, total, error, isLoading } = screen.list
  const { selection, changes } = screen
  const page = { page: shown.page, total, isLoading, pageSize }
  const { isEmpty, isWaiting } = usePageInRange(data?.orders, page)
  return (
    <>
      {error && (
        <ErrorPanel
          title="Failed to load orders. Please try again later."
          onRetry={screen.refresh}
          retrying={isLoading}
        >
          {error.message}
        </ErrorPanel>
      )}
      {isWaiting && <LoadingOrders />}
      {isEmpty && <NoOrders shown={shown} onAdd={onAdd} />}
      {orders.length > 0 && (
        <section aria-label="Orders" aria-busy={isLoading} className="grid gap-3">
          <Checkbox
            label="Select all on this page"
            checked={selection.ids.length === orders.length}
            onChange={({ target }) => selection.selectAll(target.checked)}
          />
          <OrdersTable orders={orders} selection={selection} changes={changes} onOpen={onOpen} />
          <UnpaidQuestion changes={changes} />
          <Pagination
            page={shown.page}
            pageSize={pageSize}
            total={total}
            totalLabel={countLabel(total, shown.q !== '')}
            linkTo={(page) => toSearch(shown, { page })}
          />
        </section>
      )}
    </>
  )
}

function LoadingOrders() {
  return (
    <LoadingArea label="Loading orders" className="grid gap-3">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} className="h-13 max-md:h-60" />
      ))}
    </LoadingArea>
  )
}

type OrdersTableProps = {
  orders: AdminOrderResponse[]
  selection: Selection
  changes: StatusChanges
  onOpen(orderId: number): void
}

export function rowId(orderId: number): string {
  return `order-${orderId}`
}

function OrdersTable({ orders, selection, changes, onOpen }: OrdersTableProps) {
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

function orderColumns(
  selection: Selection,
  changes: StatusChanges,
  search: URLSearchParams,
): TableColumn<AdminOrderResponse>[] {
  return [
    {
      key: 'select',
      heading: 'Select',
      part: 'title',
      className: 'max-md:absolute max-md:top-2 max-md:right-2',
      cell: ({ id, tracking_code }) => (
        <Checkbox
          label={`Select ${tracking_code}`}
          hideLabel
          checked={selection.has(id)}
          onChange={() => selection.toggle(id)}
        />
      ),
    },
    {
      key: 'code',
      heading: 'Code',
      part: 'title',
      cell: (order) => (
        <>
          <Link
            to={withOrder(search, order.id)}
            preventScrollReset
            className="inline-flex min-h-11 items-center text-link underline underline-offset-3"
          >
            {order.tracking_code}
          </Link>
          <span className="block text-sm font-normal whitespace-nowrap text-muted-foreground xl:hidden">
            <OrderDate at={order.created_at} />
          </span>
        </>
      ),
    },
    {
      key: 'customer',
      heading: 'Customer',
      cell: ({ customer_name, customer_phone, driver_name, delivery_option }) => (
        <span className="text-right wrap-anywhere md:text-left">
          {customer_name}
          <span className="block text-sm text-muted-foreground tabular-nums xl:hidden">
            {showPhone(customer_phone)}
          </span>
          {delivery_option === 'pickup' && (
            <span className="block text-sm text-muted-foreground">{deliveryOptionTexts.pickup.label}</span>
          )}
          {driver_name && <span className="block text-sm text-muted-foreground">Driver: {driver_name}</span>}
        </span>
      ),
    },
    {
      key: 'phone',
      heading: 'Phone',
      only: 'wide',
      cell: ({ customer_phone }) => (
        <span className="text-sm whitespace-nowrap tabular-nums">{showPhone(customer_phone)}</span>
      ),
    },
    { key: 'items', heading: 'Items', only: 'wide', end: true, cell: ({ items }) => countItems(items) },
    {
      key: 'total',
      heading: 'Total',
      end: true,
      cell: (order) => (
        <span className="inline-grid justify-items-end gap-1 whitespace-nowrap">
          {formatCedis(order.order_total)}
          <MoneyBadge {...order} />
          {order.to_confirm.length > 0 && (
            <Badge tone="red" icon={WarningIcon}>
              To confirm
            </Badge>
          )}
          <AttemptBadge order={order} />
          {order.return_state && <ReturnBadge state={order.return_state} isAlone />}
        </span>
      ),
    },
    {
      key: 'status',
      heading: 'Status',
      cell: (order) => (
        <StatusSelect
          code={order.tracking_code}
          status={order.order_status}
          option={order.delivery_option}
          busy={changes.isBusy(order.id)}
          onChange={(to) => void changes.change(order, to)}
        />
      ),
    },
    {
      key: 'date',
      heading: 'Date',
      only: 'wide',
      cell: ({ created_at }) => (
        <span className="inline-block w-28 text-sm 2xl:w-auto 2xl:whitespace-nowrap">
          <OrderDate at={created_at} />
        </span>
      ),
    },
    {
      key: 'contact',
      heading: 'Contact',
      part: 'actions',
      only: 'cards',
      cell: (order) => <Contact order={order} />,
    },
  ]
}

/** Why a driver came back with it, and how often. */
function AttemptBadge({ order }: { order: AdminOrderResponse }) {
  const { to_decide_since, order_status, last_attempt, attempts } = order
  if (to_decide_since === null || order_status !== 'Shipped' || last_attempt === null) return null
  const label = attemptLabels[last_attempt]
  return (
    <Badge tone="amber" icon={WarningIcon}>
      {attempts > 1 ? `${label} (${attempts})` : label}
    </Badge>
  )
}

/** On a laptop the drawer has the same; a column for it would only take space. */
function Contact({ order }: { order: AdminOrderResponse }) {
  const { shopName } = useShopFacts()
  const [call, chat] = [callAddress(order), chatAddress(order, shopName)]
  return (
    <>
      {call && (
        <ButtonLink to={call} variant="secondary" aria-label={`Call ${order.customer_name}`}>
          <PhoneIcon size={20} />
          Call
        </ButtonLink>
      )}
      {chat && (
        <ButtonLink
          to={chat}
          target="_blank"
          variant="secondary"
          aria-label={`Write to ${order.customer_name} on WhatsApp`}
        >
          <WhatsAppIcon size={20} />
          WhatsApp
        </ButtonLink>
      )}
    </>
  )
}

function OrderDate({ at }: { at: string }) {
  return (
    <time dateTime={at} className="tabular-nums">
      {formatDateAndTime(new Date(at))}
    </time>
  )
}

function countItems(items: AdminOrderResponse['items']): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

type NoOrdersProps = { shown: ShownOrders; onAdd(): void }

function NoOrders({ shown, onAdd }: NoOrdersProps) {
  if (isFiltered(shown) || shown.page > 1) {
    return (
      <EmptyState
        icon={SearchIcon}
        title="No orders found"
        action={
          <ButtonLink to="?" variant="secondary">
            Show all orders
          </ButtonLink>
        }
      >
        No order fits these filters.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={PackageIcon}
      title="No orders yet"
      action={
        <Button variant="secondary" onClick={onAdd}>
          Take an order by phone
        </Button>
      }
    >
      Orders from the shop appear here as soon as they are placed.
    </EmptyState>
  )
}
