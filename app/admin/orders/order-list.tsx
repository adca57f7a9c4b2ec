import { Checkbox } from '#app/ui/checkbox.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import { countLabel } from '#rules/count-label.ts'
import { NoOrders } from './no-orders.tsx'
import { OrdersTable } from './orders-table.tsx'
import { pageSize, type ShownOrders, toSearch } from './shown-orders.ts'
import type { OrdersScreen } from './use-orders-screen.tsx'

type OrderListProps = {
  shown: ShownOrders
  screen: OrdersScreen
  onOpen(orderId: number): void
  onTake(): void
}

export function OrderList({ shown, screen, onOpen, onTake }: OrderListProps) {
  const { answer, orders, total, error, isLoading } = screen.list
  const { selection, changes } = screen
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
      {!answer && isLoading && <LoadingOrders />}
      {answer && orders.length === 0 && <NoOrders shown={shown} onTake={onTake} />}
      {orders.length > 0 && (
        <section aria-label="Orders" aria-busy={isLoading} className="grid gap-3">
          <Checkbox
            label="Select all on this page"
            checked={selection.ids.length === orders.length}
            onChange={({ target }) => selection.selectAll(target.checked)}
          />
          <OrdersTable orders={orders} selection={selection} changes={changes} onOpen={onOpen} />
          <Pagination
            page={shown.page}
            pageSize={pageSize}
            total={total}
            totalLabel={countLabel(total, shown.q !== '')}
            linkTo={(page) => ({ search: toSearch(shown, { page }) })}
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
