import { useSearchParams } from 'react-router'
import type { OwnOrderResponse } from '#contract/orders.ts'
import type { ProfileResponse } from '#contract/profile.ts'
import { useFetch } from '../data/use-fetch.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { useAuth } from '../session/auth.tsx'
import { SignedInGuard } from '../session/guards.tsx'
import type { SignedInUser } from '../session/session-state.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Pagination } from '../ui/pagination.tsx'
import type { Route } from './+types/user-orders-page.ts'
import { NoOrders } from './no-orders.tsx'
import { OrderCard, OrderCardsLoading } from './order-card.tsx'
import { profilePath } from './profile-path.ts'
import { ConfirmEmailHint } from './resend-confirmation.tsx'

const pageSize = 10

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'My Orders', hidden: true })
}

export default function UserOrdersPage() {
  const { user } = useAuth()
  return <SignedInGuard>{user && <MyOrders key={user.id} user={user} />}</SignedInGuard>
}

function MyOrders({ user }: { user: SignedInUser }) {
  const { answer: profile } = useFetch<ProfileResponse>(profilePath(user.email))
  return (
    <div className="mx-auto grid max-w-prose gap-6 px-gutter pt-3 pb-section lg:pt-6">
      <div>
        <Breadcrumbs crumbs={[{ label: 'My Account', to: '/account' }]} current="My Orders" />
        <h1>My Orders</h1>
      </div>
      {profile?.email_confirmed === false && <ConfirmEmailHint email={user.email} />}
      <Orders email={user.email} />
    </div>
  )
}

function Orders({ email }: { email: string }) {
  const [search] = useSearchParams()
  const page = pageIn(search)
  const path = `/api/orders/user/${encodeURIComponent(email)}?page=${page}&limit=${pageSize}`
  const { answer, total, error, isLoading, refetch } = useFetch<{ orders: OwnOrderResponse[] }>(path)
  if (!answer && isLoading) return <OrderCardsLoading />
  if (!answer || answer.orders.length === 0) {
    return <NoOrders failure={answer ? null : error} onRetry={refetch} isRetrying={isLoading} />
  }
  return (
    <>
      <ul className="grid gap-4" aria-busy={isLoading}>
        {answer.orders.map((order) => (
          <li key={order.id}>
            <OrderCard order={order} />
          </li>
        ))}
      </ul>
      {total > pageSize && (
        <Pagination
          page={page}
          pageSize={pageSize}
          total={total}
          linkTo={(number) => ({ search: number === 1 ? '' : `?page=${number}` })}
        />
      )}
    </>
  )
}

function pageIn(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1
}
