import { useSearchParams } from 'react-router'
import { useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { WalletIcon } from '#app/ui/office-icons.tsx'
import type { AdminPaymentResponse } from '#contract/payments.ts'
import { useAdminCounts } from '../admin-counts.tsx'
import { addressWith, choiceIn, ListFrame, pageIn, rowsOnAPage } from '../list-frame.tsx'
import type { Route } from './+types/payments-page.ts'
import { PaymentList, PaymentOrderLink } from './payment-list.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Payments', hidden: true })
}

const filters = [
  'review',
  'questioned',
  'refund_due',
  'refund_pending',
  'awaiting',
  'paid',
  'failed',
  'partially_refunded',
  'refunded',
  'all',
] as const
const filterLabels = {
  review: 'To review',
  questioned: 'In question',
  refund_due: 'Refund due',
  refund_pending: 'Refund on its way',
  awaiting: 'Awaiting',
  paid: 'Paid',
  failed: 'Failed',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
  all: 'All',
} satisfies Record<(typeof filters)[number], string>

/** Every try to pay online. What a person has to decide comes first. */
export default function PaymentsPage() {
  const [search] = useSearchParams()
  const counts = useAdminCounts()
  const filter = choiceIn(search, 'state', filters)
  const state = filter === 'all' ? '' : `&state=${filter}`
  const response = useFetch<{ payments: AdminPaymentResponse[] }>(
    `/api/payments?page=${pageIn(search)}&limit=${rowsOnAPage}${state}`,
  )
  const list = {
    ...response,
    data: response.data?.payments ?? null,
    replace: (payments: AdminPaymentResponse[]) => response.replace({ payments }),
  }
  return (
    <div className="grid gap-5">
      <div>
        <h1>Payments</h1>
        <p className="mt-1 max-w-prose text-muted-foreground">
          Every try to pay online, as the gateway told it. Review what came in another amount, and pay back
          what is due.
        </p>
      </div>
      <nav aria-label="Filter" className="flex flex-wrap gap-2">
        {filters.map((each) => (
          <ChipLink
            key={each}
            to={addressWith(search, { state: each === filters[0] ? null : each, page: null })}
            selected={each === filter}
          >
            {filterLabels[each]}
          </ChipLink>
        ))}
      </nav>
      <ListFrame
        label="Payments"
        list={list}
        failed="The payments could not be loaded"
        empty={
          <NoPayments
            areWaiting={filter === 'review' || filter === 'questioned' || filter === 'refund_due'}
          />
        }
      >
        {(payments) => (
          <PaymentList
            payments={payments}
            heading={({ order }) => <PaymentOrderLink order={order} />}
            onChanged={() => {
              response.refetch()
              counts.refetch()
            }}
          />
        )}
      </ListFrame>
    </div>
  )
}

function NoPayments({ areWaiting }: { areWaiting: boolean }) {
  return (
    <EmptyState
      icon={WalletIcon}
      title={areWaiting ? 'Nothing waits for you here' : 'No payments found'}
      action={
        <ButtonLink to={areWaiting ? '?state=all' : '/admin/orders'} variant="secondary">
          {areWaiting ? 'Show all payments' : 'Show the orders'}
        </ButtonLink>
      }
    />
  )
}
