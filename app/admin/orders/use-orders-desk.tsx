import { useAdminCounts } from '../admin-counts.tsx'
import { listAddress, type ShownOrders } from './shown-orders.ts'
import { useDrivers } from './use-drivers.ts'
import { useMany } from './use-many.ts'
import { useOrderCounts } from './use-order-counts.ts'
import { useOrderList } from './use-order-list.ts'
import { usePrintSlips } from './use-print-slips.tsx'
import { useSelection } from './use-selection.ts'
import { useStatusChange } from './use-status-change.ts'

export type OrdersDesk = ReturnType<typeof useOrdersDesk>

/** The orders on the screen, and everything that can be done with them. */
export function useOrdersDesk(shown: ShownOrders) {
  const list = useOrderList(listAddress(shown))
  const { orders, patch } = list
  const { counts, newer, startAnew, askAgain } = useOrderCounts()
  const office = useAdminCounts()
  const afterChange = () => {
    askAgain()
    office.askAgain()
  }
  const ids = orders.map(({ id }) => id)
  return {
    list,
    ids,
    counts,
    newer,
    afterChange,
    refresh: () => {
      list.askAgain()
      startAnew()
      office.askAgain()
    },
    selection: useSelection(ids),
    changes: useStatusChange({ patch, onChanged: afterChange }),
    many: useMany({ orders, patch, onChanged: afterChange }),
    drivers: useDrivers({ patch }),
    slips: usePrintSlips(),
  }
}
