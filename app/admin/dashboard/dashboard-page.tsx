import { useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { RefreshIcon } from '#app/ui/icons.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import type { DashboardResponse } from '#contract/dashboard.ts'
import { adminHandle } from '../admin-handle.ts'
import type { Route } from './+types/dashboard-page.ts'
import { BestSellers } from './best-sellers.tsx'
import { FigureCards } from './figure-cards.tsx'
import { LowStock } from './low-stock.tsx'
import { RecentOrders } from './recent-orders.tsx'
import { RevenueChart } from './revenue-chart.tsx'
import { StatusChart } from './status-chart.tsx'
import { PaymentsToReview, UnreadMessages } from './waiting.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Dashboard', hidden: true })
}

export const handle = adminHandle

export default function DashboardPage() {
  const { answer, error, isLoading, refetch } = useFetch<DashboardResponse>('/api/dashboard')
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>Dashboard</h1>
        <Button
          variant="secondary"
          size="sm"
          className="min-h-11"
          busy={isLoading}
          busyLabel="Refresh"
          onClick={refetch}
        >
          <RefreshIcon size={20} />
          Refresh
        </Button>
      </div>
      {error && (
        <ErrorPanel title="The dashboard could not be loaded" onRetry={refetch} retrying={isLoading}>
          {error.message}
        </ErrorPanel>
      )}
      <FigureCards dashboard={answer} />
      {!answer && isLoading && <LoadingRest />}
      {answer && <Rest dashboard={answer} onChanged={refetch} />}
    </div>
  )
}

function Rest({ dashboard, onChanged }: { dashboard: DashboardResponse; onChanged(): void }) {
  return (
    <>
      {dashboard.paymentsToReview > 0 && <PaymentsToReview onChanged={onChanged} />}
      <div className="grid items-start gap-3 xl:grid-cols-[3fr_2fr]">
        <RevenueChart days={dashboard.days} />
        <StatusChart counts={dashboard.ordersByStatus} />
      </div>
      <RecentOrders orders={dashboard.recentOrders} />
      <div className="grid gap-8 lg:grid-cols-2">
        <LowStock {...dashboard} onChanged={onChanged} />
        <div className="grid content-start gap-8">
          <UnreadMessages count={dashboard.unreadMessages} />
          <BestSellers sellers={dashboard.bestSellers} />
        </div>
      </div>
    </>
  )
}

function LoadingRest() {
  return (
    <LoadingArea label="Loading the dashboard" className="grid gap-6">
      <Skeleton className="h-60" />
      <Skeleton className="h-80" />
    </LoadingArea>
  )
}
