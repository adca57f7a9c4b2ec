import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { pageMeta } from '#app/layout/page-meta.ts'
import { useDraft } from '#app/session/use-draft.ts'
import { adminHandle } from '../admin-handle.ts'
import { useShortcuts } from '../shortcuts/shortcuts.tsx'
import type { Route } from './+types/orders-page.ts'
import { BulkBar } from './bulk-bar.tsx'
import { NewOrdersNote } from './new-orders-note.tsx'
import { OrderDrawer } from './order-drawer.tsx'
import { OrderSearch, StatusChips } from './order-filters.tsx'
import { OrderList } from './order-list.tsx'
import { OrdersHeading } from './orders-heading.tsx'
import { readOpenOrder, readShownOrders, withOrder } from './shown-orders.ts'
import { TakeOrder } from './take-order.tsx'
import { isTakenDraft } from './taken-order.ts'
import { useOrdersDesk } from './use-orders-desk.tsx'
import { useRowKeys } from './use-row-keys.ts'
import { takenDraftName } from './use-taken-order.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Orders', hidden: true })
}

export const handle = adminHandle

export default function OrdersPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const shown = readShownOrders(search)
  const openId = readOpenOrder(search)
  const desk = useOrdersDesk(shown)
  const { ids, refresh, selection, slips } = desk
  // An order that was being taken down when the sign-in ran out is on the screen again.
  const { kept } = useDraft(takenDraftName, isTakenDraft)
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
      <OrdersHeading shown={shown} desk={desk} onTake={take} />
      <StatusChips shown={shown} counts={desk.counts} />
      <OrderSearch shown={shown} searchField={searchField} />
      <NewOrdersNote count={desk.newer} onShow={showNewest} />
      <OrderList shown={shown} desk={desk} onOpen={open} onTake={take} />
      {selection.ids.length > 0 && <BulkBar desk={desk} />}
      {openId !== null && (
        <OrderDrawer orderId={openId} desk={desk} onShow={(orderId) => open(orderId, true)} />
      )}
      {isTaking && (
        <TakeOrder
          onClose={() => setTaking(false)}
          onTaken={({ id }) => {
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
