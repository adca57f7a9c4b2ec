import type { DeliveryOption } from '#rules/delivery-fee.ts'
import { type OrderStatus, orderStatusTone, statusLabel } from '#rules/order-status.ts'
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

export function OrderBadge({ status, option }: { status: OrderStatus; option?: DeliveryOption }) {
  return (
    <Badge
      tone={orderStatusTone[status]}
      icon={option === 'pickup' && status === 'Shipped' ? PackageIcon : icons[status]}
    >
      {statusLabel(status, option)}
    </Badge>
  )
}
