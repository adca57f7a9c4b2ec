import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { ShownLine } from '#app/components/order-lines.tsx'
import { trackingPath } from '#app/components/page-addresses.ts'
import { smallestAddress } from '#app/components/shown-product.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { CircleCheckIcon } from '#app/ui/icons.tsx'
import { Thumbnail } from '#app/ui/picture.tsx'
import { useLazyComponent } from '#app/ui/use-lazy-component.ts'
import type { OrderLine, TrackedOrder } from '#contract/orders.ts'
import { type ReviewState, reviewPath } from '#rules/reviews.ts'
import { normaliseTrackingCode } from '#rules/tracking-code.ts'
import type { Shop } from '#server/shop.ts'
import type { ReviewedOrder } from './review-form.tsx'

/** What the page shows of an order: no phone, no e-mail, no street, and pictures as small as it needs them. */
export type ShownOrder = Omit<TrackedOrder, 'lines'> & { lines: ShownLine[]; hasReceipt: boolean }

/** How the lookup ended. */
export type OrderLookup =
  | { is: 'not_asked' }
  | { is: 'no_code' }
  | { is: 'found'; code: string; order: ShownOrder; now: Date }
  | { is: 'to_review'; code: string; order: ReviewedOrder }
  | { is: 'not_found'; code: string }
  | { is: 'too_many'; code: string }
  | { is: 'failed'; code: string }

export const statusOf = {
  not_asked: 200,
  no_code: 200,
  found: 200,
  to_review: 200,
  not_found: 404,
  too_many: 429,
  failed: 503,
} satisfies Record<OrderLookup['is'], number>

type Visit = { address: string; report(error: unknown): void }

/** Null as the code means that nobody has asked yet; an empty one was sent without being filled in. */
export async function lookUpOrder(
  shop: Shop,
  visit: Visit,
  typed: string | null,
  /** Where the order's products are to be reviewed: what proves whose it is, or nothing. */
  reviewKey: string | null = null,
): Promise<OrderLookup> {
  if (typed === null) return { is: 'not_asked' }
  const code = normaliseTrackingCode(typed)
  if (code === '') return { is: 'no_code' }
  try {
    if (reviewKey !== null) {
      const order = await readReviewedOrder(shop, visit.address, { code, key: reviewKey })
      return { is: 'to_review', code, order }
    }
    const order = await shop.delivery.track(visit.address, code)
    const hasReceipt = (await shop.receipts.findReceipted([order.id])).has(order.id)
    const shown = { ...order, lines: order.lines.map(toShown), hasReceipt }
    return { is: 'found', code, order: shown, now: shop.now() }
  } catch (error) {
    const refusal = error instanceof Error && 'code' in error ? error.code : null
    if (refusal === 'order_not_found') return { is: 'not_found', code }
    if (refusal === 'too_many_requests') return { is: 'too_many', code }
    visit.report(error)
    return { is: 'failed', code }
  }
}

function toShown({ productId, name, quantity, price, picture }: OrderLine): ShownLine {
  return {
    id: productId,
    name,
    quantity,
    amount: price * quantity,
    picture: picture ? smallestAddress(picture) : undefined,
  }
}

/** What the page needs of an order to ask for its reviews. */
async function readReviewedOrder(
  shop: Shop,
  address: string,
  { code, key }: { code: string; key: string },
): Promise<ReviewedOrder> {
  const order = await shop.reviews.readOrder(address, { code, key })
  const lines = order.lines.map(({ picture, ...line }) => ({
    ...line,
    picture: picture ? smallestAddress(picture) : undefined,
  }))
  return { ...order, key: order.hasKey ? key : '', lines }
}

const loadForm = async () => (await import('./review-form.tsx')).ReviewForm

/** The products of an order, each with its review or the way to write one. */
export function ReviewOrder({ order }: { order: ReviewedOrder }) {
  const [search] = useSearchParams()
  const { Component: ReviewForm, fetchComponent } = useLazyComponent(loadForm)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is fetched once.
  useEffect(() => void (order.isDelivered && fetchComponent()), [])
  if (!order.isDelivered) {
    return (
      <>
        <p>You can review what you bought once it has arrived.</p>
        <ButtonLink variant="secondary" to={trackingPath(order.trackingCode)} className="justify-self-start">
          Track your order
        </ButtonLink>
      </>
    )
  }
  const [only] = order.lines.length === 1 ? order.lines : []
  const asked = order.lines.find(({ productId }) => String(productId) === search.get('product')) ?? only
  const open = asked?.state === null ? asked : undefined
  return (
    <>
      <ul className="grid gap-4">
        {order.lines.map((line) => (
          <li key={line.productId} className="flex items-center gap-4">
            <span className="w-14 flex-none">
              <Thumbnail address={line.picture} className="rounded-control" />
            </span>
            <div className="grid min-w-0 flex-1 gap-1">
              <p className="font-semibold wrap-anywhere">{line.name}</p>
              {line.state !== null && <Written state={line.state} />}
            </div>
            {line.state === null && line !== open && (
              <ButtonLink variant="secondary" to={reviewPath(order.trackingCode, toForm(order, line))}>
                Review<span className="sr-only"> {line.name}</span>
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
      {open && ReviewForm && <ReviewForm key={open.productId} order={order} line={open} />}
      <noscript>
        <p className="text-muted-foreground">
          Writing a review needs JavaScript, which is switched off in this browser.
        </p>
      </noscript>
    </>
  )
}

function toForm({ key }: ReviewedOrder, { productId }: { productId: number }) {
  return { key, product: productId }
}

const thanks = {
  waiting: 'Thank you! We read your review before it is shown.',
  shown: 'Thank you! Your review is on the product’s page.',
  hidden: 'Thank you for your review.',
} satisfies Record<ReviewState, string>

function Written({ state }: { state: ReviewState }) {
  return (
    <p className="flex gap-2 text-sm text-success">
      <CircleCheckIcon size={20} />
      {thanks[state]}
    </p>
  )
}
