import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { useLazyComponent } from '#app/ui/use-lazy-component.ts'
import type { OrderDetailResponse } from '#contract/admin-orders.ts'
import type { OfficeReceiptsResponse } from '#contract/receipts.ts'
import { orderPaymentLabels } from '#rules/payment-states.ts'
import { documentTitles } from '#rules/receipts.ts'
import { May } from '../office-rights.tsx'

const loadDocuments = async () => (await import('#app/components/receipt-documents.tsx')).ReceiptDocuments

/** Receipts come by themselves when an order is paid; an invoice somebody has to want. */
export function OrderReceipts({ order }: { order: OrderDetailResponse }) {
  const path = `/api/orders/${order.id}/receipts`
  const { data, error, isLoading, refetch, replace } = useFetch<OfficeReceiptsResponse>(path)
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
