import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PackageIcon, SearchIcon } from '#app/ui/icons.tsx'
import { isFiltered, type ShownOrders } from './shown-orders.ts'

type NoOrdersProps = { shown: ShownOrders; onTake(): void }

export function NoOrders({ shown, onTake }: NoOrdersProps) {
  if (isFiltered(shown) || shown.page > 1) {
    return (
      <EmptyState
        icon={SearchIcon}
        title="No orders found"
        action={
          <ButtonLink to={{ search: '' }} variant="secondary">
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
        <Button variant="secondary" onClick={onTake}>
          Take an order by phone
        </Button>
      }
    >
      Orders from the shop appear here as soon as they are placed.
    </EmptyState>
  )
}
