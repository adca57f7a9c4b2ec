import { type OrderStatus, orderStatusTone } from '#rules/order-status.ts'
import { Badge } from '../ui/badge.tsx'
import { CircleCheckIcon, CircleXIcon, ClockIcon, PackageIcon, TruckIcon } from '../ui/icons.tsx'

/** Pending and Processing have the same colour: their icons tell them apart. */
const icons = {
  Pending: ClockIcon,
  Processing: PackageIcon,
  Shipped: TruckIcon,
  Delivered: CircleCheckIcon,
  Cancelled: CircleXIcon,
} satisfies Record<OrderStatus, unknown>

export function OrderBadge({ status }: { status: OrderStatus }) {
  return (
    <Badge tone={orderStatusTone[status]} icon={icons[status]}>
      {status}
    </Badge>
  )
}
