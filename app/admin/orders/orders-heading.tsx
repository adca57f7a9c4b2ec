import { Button } from '#app/ui/button.tsx'
import { PlusIcon, RefreshIcon } from '#app/ui/icons.tsx'
import { ExportButton } from './export-button.tsx'
import type { ShownOrders } from './shown-orders.ts'
import type { OrdersDesk } from './use-orders-desk.tsx'

type OrdersHeadingProps = { shown: ShownOrders; desk: OrdersDesk; onTake(): void }

export function OrdersHeading({ shown, desk, onTake }: OrdersHeadingProps) {
  const button = { size: 'sm', className: 'min-h-11' } as const
  return (
    <div className="flex flex-wrap items-center gap-3">
      <h1 className="mr-auto">Orders</h1>
      <Button
        {...button}
        look="secondary"
        busy={desk.list.isLoading}
        busyLabel="Refresh"
        onClick={desk.refresh}
      >
        <RefreshIcon size={20} />
        Refresh
      </Button>
      <ExportButton shown={shown} total={desk.list.total} />
      <Button {...button} onClick={onTake}>
        <PlusIcon size={20} />
        New order
      </Button>
    </div>
  )
}
