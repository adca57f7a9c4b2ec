import { useEffect, useRef, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { usePolling } from '#app/data/use-polling.ts'
import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import {
  CircleAlertIcon,
  CircleCheckIcon,
  CircleXIcon,
  ClockIcon,
  TruckIcon,
  UndoIcon,
  WarningIcon,
} from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { BanknoteIcon, WalletIcon } from '#app/ui/office-icons.tsx'
import { useLazyComponent } from '#app/ui/use-lazy-component.ts'
import type { OrderDetailResponse } from '#contract/admin-orders.ts'
import type { AdminOrderResponse } from '#contract/orders.ts'
import type { AdminPaymentResponse } from '#contract/payments.ts'
import type { OfficeReceiptsResponse } from '#contract/receipts.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { formatCedis } from '#rules/money.ts'
import { cashLabels, moneyTextForStaff } from '#rules/money-text-for-staff.ts'
import { orderPaymentLabels, type PaymentState } from '#rules/payment-states.ts'
import { documentTitles } from '#rules/receipts.ts'
import { May } from '../office-rights.tsx'
import { PaymentList } from '../payments/payment-list.tsx'

type OrderPaymentsProps = {
  order: Pick<AdminOrderResponse, 'id' | 'payment_state' | 'updated_at'>
  onChanged(): void
}

/** The states that somebody else, such as the gateway, will change. */
const underWay: ReadonlySet<PaymentState> = new Set(['awaiting', 'not_confirmed', 'refund_pending'])

/** Every payment attempt of this order, the newest first; polled while one is under way. */
export function OrderPayments({ order, onChanged }: OrderPaymentsProps) {
  const { data, error, isLoading, refetch } = useFetch<{ payments: AdminPaymentResponse[] }>(
    `/api/payments?order_id=${order.id}`,
  )
  const isUnderWay = data?.payments.some(({ state }) => underWay.has(state))
  usePolling(() => navigator.onLine && refetch(), 5_000, { isOn: isUnderWay ?? false })
  // What the order says of its money comes from its payments, so one has changed when the other has.
  useOnChange(`${order.payment_state} ${order.updated_at}`, refetch)
  useOnChange(data?.payments.map(({ state }) => state).join() ?? null, onChanged)
  if (error) {
    return (
      <ErrorPanel title="The payments could not be loaded" onRetry={refetch} retrying={isLoading}>
        {error.message}
      </ErrorPanel>
    )
  }
  if (!data || data.payments.length === 0) return null
  return (
    <PaymentList
      payments={data.payments}
      onChanged={() => {
        refetch()
        onChanged()
      }}
    />
  )
}

/** Not for the first value, and not while there is none. */
export function useOnChange(value: string | null, run: () => void): void {
  const latest = useRef(run)
  latest.current = run
  const seen = useRef(value)
  useEffect(() => {
    if (value === null || value === seen.current) return
    const isFirst = seen.current === null
    seen.current = value
    if (!isFirst) latest.current()
  }, [value])
}

const labels = orderPaymentLabels

type Money = Pick<AdminOrderResponse, 'payment_state' | 'amount_to_collect' | 'cash'>

/** Whether the money for an order is there. The export of orders says the same. */
export function MoneyBadge(order: Money & Pick<AdminOrderResponse, 'order_status'>) {
  const { order_status: status, payment_state: paymentState, amount_to_collect, cash } = order
  const state = moneyTextForStaff({
    status,
    paymentState,
    amountToCollect: amount_to_collect,
    cash: cash && { collected: cash.collected, isReceived: cash.received_at !== null },
  })
  const { tone, icon } = variants[state] ?? { tone: 'gray', icon: WalletIcon }
  return (
    <Badge tone={tone} icon={icon}>
      {state}
    </Badge>
  )
}

/** The same in a sentence, with the amounts. */
export function CashLine({ amount_to_collect: due, cash, payment_state: state }: Money) {
  const isPaidOtherwise = state === labels.paid && !cash?.collected
  if (isPaidOtherwise) return null
  if (cash === null)
    return due > 0 ? <p className="text-muted-foreground">To collect: {formatCedis(due)}</p> : null
  const isShort = cash.collected < due
  return (
    <p className="text-muted-foreground">
      Collected at the door: {formatCedis(cash.collected)}
      {isShort && ` of ${formatCedis(due)}`}
      {cash.collected > 0 &&
        (cash.received_at === null
          ? ', still with the driver'
          : `, handed over on ${formatDateAndTime(new Date(cash.received_at))}`)}
      .
    </p>
  )
}

const variants: Record<string, { tone: BadgeTone; icon: typeof WalletIcon }> = {
  [labels.on_delivery]: { tone: 'gray', icon: BanknoteIcon },
  [labels.awaiting]: { tone: 'amber', icon: ClockIcon },
  [labels.not_confirmed]: { tone: 'amber', icon: ClockIcon },
  [labels.failed]: { tone: 'red', icon: CircleXIcon },
  [labels.partly_paid]: { tone: 'amber', icon: WarningIcon },
  [labels.paid]: { tone: 'green', icon: CircleCheckIcon },
  [labels.review]: { tone: 'red', icon: CircleAlertIcon },
  [labels.questioned]: { tone: 'red', icon: CircleAlertIcon },
  [labels.refund_due]: { tone: 'red', icon: CircleAlertIcon },
  [labels.refund_pending]: { tone: 'amber', icon: UndoIcon },
  [labels.partially_refunded]: { tone: 'gray', icon: UndoIcon },
  [labels.refunded]: { tone: 'gray', icon: UndoIcon },
  [labels.paid_twice]: { tone: 'red', icon: CircleAlertIcon },
  [cashLabels.none]: { tone: 'amber', icon: WarningIcon },
  [cashLabels.part]: { tone: 'amber', icon: WarningIcon },
  [cashLabels.with_driver]: { tone: 'amber', icon: TruckIcon },
  [cashLabels.received]: { tone: 'green', icon: CircleCheckIcon },
}

const loadDocuments = async () => (await import('#app/components/receipt-documents.tsx')).ReceiptDocuments

/** Receipts come by themselves when an order is paid; an invoice somebody has to want. */
export function OrderReceipts({ order }: { order: OrderDetailResponse }) {
  const path = `/api/orders/${order.id}/receipts`
  const { data, error, isLoading, refetch, replace } = useFetch<OfficeReceiptsResponse>(path)
  useOnChange(`${order.payment_state} ${order.updated_at}`, refetch)
  const { submit, isBusy } = useSubmit()
  if (error) {
    return (
      <ErrorPanel title="The receipts could not be loaded" onRetry={refetch} retrying={isLoading}>
        {error.message}
      </ErrorPanel>
    )
  }
  if (!data) return null
  const { documents, is_set_up } = data
  const kind = order.payment_state === orderPaymentLabels.paid ? 'receipt' : 'invoice'
  const issue = () =>
    submit({ failed: 'Nothing was issued' }, async () => {
      replace(await api.post<OfficeReceiptsResponse>(path))
      return { title: `${documentTitles[kind]} issued` }
    })
  const isMissing = documents.length === 0 || documents[0]?.kind === 'credit_note'
  return (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      {!is_set_up && <NotSetUp />}
      {is_set_up && isMissing && order.order_status !== 'Cancelled' && (
        <>
          {kind === 'invoice' && (
            <p className="text-sm text-muted-foreground">
              Once it is paid, its receipt comes by itself. Before that you can issue an invoice.
            </p>
          )}
          <Button
            variant="secondary"
            size="sm"
            className="min-h-11"
            busy={isBusy}
            onClick={() => void issue()}
          >
            {documentTitles[kind]}
          </Button>
        </>
      )}
      {documents.length > 0 && <Documents key={documents[0]?.number} documents={documents} />}
    </div>
  )
}

function NotSetUp() {
  return (
    <p className="text-muted-foreground">
      Receipts and invoices begin once the settings say who sells.{' '}
      <May right="settings">
        <Link to="/admin/settings#receipts" className="text-link underline">
          Set up receipts
        </Link>
      </May>
    </p>
  )
}

function Documents({ documents }: Pick<OfficeReceiptsResponse, 'documents'>) {
  const { Component, fetchComponent } = useLazyComponent(loadDocuments)
  const [isOpen, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once, when it is opened.
  useEffect(() => {
    if (isOpen) void fetchComponent()
  }, [isOpen])
  if (isOpen && Component) {
    return (
      <div className="w-full">
        <Component documents={documents} />
      </div>
    )
  }
  const count = documents.length === 1 ? '' : ` and ${documents.length - 1} before it`
  const [newest] = documents
  return (
    <Button variant="secondary" size="sm" className="min-h-11" onClick={() => setOpen(true)}>
      Show {newest && `${documentTitles[newest.kind].toLowerCase()} ${newest.number}`}
      {count}
    </Button>
  )
}
