import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { pageMeta } from '#app/layout/page-meta.ts'
import { useDraft } from '#app/session/use-draft.ts'
import { adminHandle } from '../admin-handle.ts'
import { useShortcuts } from '../shortcuts/shortcuts.tsx'
import type { Route } from './+types/orders-page.ts'
import { BulkBar } from './bulk-bar.tsx'
import { isManualOrderDraft } from './manual-order.ts'
import { TakeOrder } from './manual-order-form.tsx'
import { NewOrdersNote } from './new-orders-note.tsx'
import { OrderDrawer } from './order-drawer.tsx'
import { OrderSearch, StatusChips } from './order-filters.tsx'
import { OrderList } from './order-list.tsx'
import { OrdersHeading } from './orders-heading.tsx'
import { readOpenOrder, readShownOrders, withOrder } from './shown-orders.ts'
import { manualOrderDraftName } from './use-manual-order.ts'
import { useOrdersScreen } from './use-orders-screen.tsx'
import { useRowKeys } from './use-row-keys.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Orders', hidden: true })
}

export const handle = adminHandle

export default function OrdersPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const shown = readShownOrders(search)
  const openId = readOpenOrder(search)
  const screen = useOrdersScreen(shown)
  const { ids, refresh, selection, slips } = screen
  // An order that was being taken down when the sign-in ran out is on the screen again.
  const { kept } = useDraft(manualOrderDraftName, isManualOrderDraft)
  const [isTaking, setTaking] = useState(kept !== null)
  const take = () => setTaking(true)
  const searchField = useRef<HTMLInputElement>(null)
  const open = (orderId: number | null, replace = false) =>
    void navigate({ search: withOrder(search, orderId) }, { replace, preventScrollReset: true })
  useRowKeys({ ids, selection, onOpen: open })
  useShortcuts({ '/': () => searchField.current?.focus(), n: take })

  const showNewest = () => {
    void navigate({ search: '' })
    refresh()
  }
  return (
    <div className="grid gap-5">
      <OrdersHeading shown={shown} screen={screen} onTake={take} />
      <StatusChips shown={shown} counts={screen.counts} />
      <OrderSearch shown={shown} searchField={searchField} />
      <NewOrdersNote count={screen.newer} onShow={showNewest} />
      <OrderList shown={shown} screen={screen} onOpen={open} onTake={take} />
      {selection.ids.length > 0 && <BulkBar screen={screen} />}
      {openId !== null && (
        <OrderDrawer orderId={openId} screen={screen} onShow={(orderId) => open(orderId, true)} />
      )}
      {isTaking && (
        <TakeOrder
          onClose={() => setTaking(false)}
          onPlaced={({ id }) => {
            setTaking(false)
            refresh()
            open(id)
          }}
        />
      )}
      {slips.shown}
    </div>
  )
}
