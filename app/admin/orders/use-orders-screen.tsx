import { useAdminCounts } from '../admin-counts.tsx'
import { listAddress, type ShownOrders } from './shown-orders.ts'
import { useBulkUpdate } from './use-bulk-update.ts'
import { useDrivers } from './use-drivers.ts'
import { useOrderCounts } from './use-order-counts.ts'
import { useOrderList } from './use-order-list.ts'
import { usePrintSlips } from './use-print-slips.tsx'
import { useSelection } from './use-selection.ts'
import { useStatusChange } from './use-status-change.ts'

export type OrdersScreen = ReturnType<typeof useOrdersScreen>

/** The orders on the screen, and everything that can be done with them. */
export function useOrdersScreen(shown: ShownOrders) {
  const list = useOrderList(listAddress(shown))
  const { orders, patch } = list
  const { counts, newer, startAnew, refetch } = useOrderCounts()
  const office = useAdminCounts()
  const afterChange = () => {
    refetch()
    office.refetch()
  }
  const ids = orders.map(({ id }) => id)
  return {
    list,
    ids,
    counts,
    newer,
    afterChange,
    refresh: () => {
      list.refetch()
      startAnew()
      office.refetch()
    },
    selection: useSelection(ids),
    changes: useStatusChange({ patch, onChanged: afterChange }),
    many: useBulkUpdate({ orders, patch, onChanged: afterChange }),
    drivers: useDrivers({ patch }),
    slips: usePrintSlips(),
  }
}
