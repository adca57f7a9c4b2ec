import { Button } from '#app/ui/button.tsx'
import { PlusIcon, RefreshIcon } from '#app/ui/icons.tsx'
import { ExportButton } from './export-button.tsx'
import type { ShownOrders } from './shown-orders.ts'
import type { OrdersScreen } from './use-orders-screen.tsx'

type OrdersHeadingProps = { shown: ShownOrders; screen: OrdersScreen; onTake(): void }

export function OrdersHeading({ shown, screen, onTake }: OrdersHeadingProps) {
  const button = { size: 'sm', className: 'min-h-11' } as const
  return (
    <div className="flex flex-wrap items-center gap-3">
      <h1 className="mr-auto">Orders</h1>
      <Button
        {...button}
        variant="secondary"
        busy={screen.list.isLoading}
        busyLabel="Refresh"
        onClick={screen.refresh}
      >
        <RefreshIcon size={20} />
        Refresh
      </Button>
      <ExportButton shown={shown} total={screen.list.total} />
      <Button {...button} onClick={onTake}>
        <PlusIcon size={20} />
        New order
      </Button>
    </div>
  )
}
