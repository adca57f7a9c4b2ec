import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { ProfileResponse } from '#contract/accounts.ts'
import type { ProductResponse } from '#contract/catalogue.ts'
import type { OwnOrderResponse } from '#contract/orders.ts'
import { formatDate } from '#rules/dates.ts'
import { formatCedis, fromCedis } from '#rules/money.ts'
import { paymentTextOf } from '#rules/payment-states.ts'
import { receiptPath } from '#rules/receipts.ts'
import { reviewPath } from '#rules/reviews.ts'
import { useCart } from '../cart/cart.tsx'
import { OrderBadge } from '../components/order-badge.tsx'
import { remainingQuantity } from '../components/remaining-quantity.ts'
import { api } from '../data/api.ts'
import { useFetch } from '../data/use-fetch.ts'
import { pageMeta } from '../layout/page-meta-and-frame.ts'
import { useAuth } from '../session/auth.tsx'
import { SignedInGuard } from '../session/guards.tsx'
import type { SignedInUser } from '../session/sign-in.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PackageIcon, RefreshIcon } from '../ui/icons.tsx'
import { Link } from '../ui/link.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { Thumbnail } from '../ui/picture.tsx'
import { LoadingArea, Skeleton } from '../ui/skeleton.tsx'
import { useToasts } from '../ui/toasts.tsx'
import type { Route } from './+types/user-orders-page.ts'
import { ConfirmEmailHint } from './cards.tsx'
import { profilePath } from './profile-values.ts'

const pageSize = 10

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'My Orders', hidden: true })
}

export default function UserOrdersPage() {
  const { user } = useAuth()
  return <SignedInGuard>{user && <MyOrders key={user.id} user={user} />}</SignedInGuard>
}

function MyOrders({ user }: { user: SignedInUser }) {
  const { data: profile } = useFetch<ProfileResponse>(profilePath(user))
  return (
    <div className="mx-auto grid max-w-prose gap-6 px-gutter pt-3 pb-section lg:pt-6">
      <div>
        <Breadcrumbs crumbs={[{ label: 'My Account', to: '/account' }]} current="My Orders" />
        <h1>My Orders</h1>
      </div>
      {user.email && profile?.email_confirmed === false && <ConfirmEmailHint email={user.email} />}
      <Orders whose={user.email || user.id} />
    </div>
  )
}

/** Of an e-mail, or of an account without one. */
function Orders({ whose }: { whose: string }) {
  const [search] = useSearchParams()
  const page = pageIn(search)
  const path = `/api/orders/user/${encodeURIComponent(whose)}?page=${page}&limit=${pageSize}`
  const { data, total, error, isLoading, refetch } = useFetch<{ orders: OwnOrderResponse[] }>(path)
  if (!data && isLoading) return <OrderCardsLoading />
  if (!data || data.orders.length === 0) {
    return <NoOrders failure={data ? null : error} onRetry={refetch} isRetrying={isLoading} />
  }
  return (
    <>
      <ul className="grid gap-4" aria-busy={isLoading}>
        {data.orders.map((order) => (
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
          linkTo={(number) => (number === 1 ? '?' : `?page=${number}`)}
        />
      )}
    </>
  )
}

function pageIn(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1
}

const shownPictures = 3

/** The whole card leads to tracking; the link is its heading, so that it is read out once. */
function OrderCard({ order }: { order: OwnOrderResponse }) {
  const { items } = order
  const more = items.length - shownPictures
  return (
    <article className="relative grid gap-3 rounded-card border border-border bg-card p-4 shadow-card transition-colors hover:border-input">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div>
          <h2 className="font-sans text-xl font-semibold">
            <Link
              to={`/track-order?code=${encodeURIComponent(order.tracking_code)}`}
              className="underline-offset-4 after:absolute after:inset-0 after:rounded-card hover:underline"
            >
              Order #{order.id}
            </Link>
          </h2>
          <p className="text-sm text-muted-foreground">
            <time dateTime={order.created_at}>{formatDate(new Date(order.created_at))}</time> ·{' '}
            {order.tracking_code}
          </p>
        </div>
        <OrderBadge status={order.order_status} option={order.delivery_option} />
      </div>
      <div className="flex items-center gap-2">
        {items.slice(0, shownPictures).map(({ product_id, image }) => (
          <span key={product_id} className="w-14 flex-none">
            <Thumbnail address={image ?? undefined} className="rounded-control" />
          </span>
        ))}
        {more > 0 && <span className="text-sm text-muted-foreground">+{more}</span>}
        <p className="sr-only">{items.map(({ product_name }) => product_name).join(', ')}</p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <p className="text-lg font-semibold tabular-nums">{formatCedis(order.order_total)}</p>
          <p className="text-sm text-muted-foreground">
            {paymentTextOf({
              status: order.order_status,
              deliveryOption: order.delivery_option,
              paymentState: order.payment_state,
            })}
            {order.refunded > 0 && ` · ${formatCedis(order.refunded)} paid back`}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {order.order_status === 'Delivered' && (
            <ButtonLink
              variant="secondary"
              className="relative"
              to={reviewPath(order.tracking_code, { key: order.review_key })}
            >
              Review<span className="sr-only"> order #{order.id}</span>
            </ButtonLink>
          )}
          {order.has_receipt && (
            <ButtonLink variant="secondary" className="relative" to={receiptPath(order.tracking_code)}>
              Receipt<span className="sr-only"> of order #{order.id}</span>
            </ButtonLink>
          )}
          <BuyAgain order={order} />
        </div>
      </div>
      {order.delivery_pin !== null && (
        <p className="text-sm">
          {order.delivery_option === 'pickup' || 'Delivery '}PIN{' '}
          <strong className="font-semibold tracking-widest">{order.delivery_pin}</strong>: say it{' '}
          {order.delivery_option === 'pickup'
            ? 'when you collect the order.'
            : 'to the driver when the parcel is in your hands.'}
        </p>
      )}
    </article>
  )
}

function OrderCardsLoading() {
  return (
    <LoadingArea className="grid gap-4">
      {[1, 2, 3].map((card) => (
        <div key={card} className="grid gap-3 rounded-card border border-border bg-card p-4">
          <Skeleton className="h-7 w-36" />
          <Skeleton className="h-18 w-44" />
          <Skeleton className="h-7 w-28" />
        </div>
      ))}
    </LoadingArea>
  )
}

/** Puts the same things into the cart, at today's prices and only what is there. */
function BuyAgain({ order }: { order: OwnOrderResponse }) {
  const cart = useCart()
  const { show } = useToasts()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const viewCart = { label: 'View cart', onPress: () => void navigate('/cart') }

  const add = async () => {
    setBusy(true)
    const today = await Promise.all(order.items.map(({ product_id }) => findToday(product_id)))
    setBusy(false)
    const added = order.items.filter(({ product_id, quantity }, place) => {
      const product = today[place]
      if (!product) return false
      const inCart = cart.lines.find((line) => line.product.id === product_id)?.quantity ?? 0
      const remaining = remainingQuantity({ stock: product.stock, inCart, wanted: quantity })
      if (remaining > 0) cart.add(product, remaining)
      return remaining > 0
    })
    const missing = order.items.length - added.length
    if (added.length === 0) {
      show({
        title: 'Nothing of it is in stock',
        description: 'Please look for something like it in the shop.',
      })
    } else {
      const names = added.map(({ product_name }) => product_name).join(', ')
      const rest = missing === 0 ? '' : ` ${missing} more could not be added.`
      show({ title: 'Added to cart', description: `${names}.${rest}`, tone: 'success', action: viewCart })
    }
  }
  return (
    <Button
      variant="secondary"
      className="relative"
      aria-label={`Buy again: order #${order.id}`}
      busy={isBusy}
      onClick={add}
    >
      Buy again
    </Button>
  )
}

/** Null when the shop no longer has it, or could not say. */
async function findToday(productId: number) {
  try {
    const product = await api.get<ProductResponse>(`/api/products/${productId}`, { anonymous: true })
    const price = fromCedis(product.price)
    if (price === null) return null
    const { id, name, stock_quantity: stock, image } = product
    return { id, name, price, stock, image: image ?? undefined }
  } catch {
    return null
  }
}

type NoOrdersProps = { failure: Error | null; onRetry(): void; isRetrying: boolean }

/** A list that could not be loaded is an empty list too, but says so and can be asked for again. */
function NoOrders({ failure, onRetry, isRetrying }: NoOrdersProps) {
  return (
    <EmptyState
      icon={PackageIcon}
      title="No orders found."
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {failure && (
            <Button busy={isRetrying} onClick={onRetry}>
              <RefreshIcon size={20} />
              Try again
            </Button>
          )}
          <ButtonLink to="/shop" variant={failure ? 'secondary' : 'primary'}>
            Start shopping
          </ButtonLink>
        </div>
      }
    >
      {failure
        ? `Your orders could not be loaded. ${failure.message}`
        : 'What you order while signed in appears here, with where it is.'}
    </EmptyState>
  )
}
