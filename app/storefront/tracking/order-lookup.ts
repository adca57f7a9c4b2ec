import type { ShownLine } from '#app/components/order-lines.tsx'
import { smallestAddress } from '#app/components/shop-picture.tsx'
import type { OrderLine, TrackedOrder } from '#contract/orders.ts'
import { normaliseTrackingCode } from '#rules/tracking-code.ts'
import type { Shop } from '#server/shop.ts'
import type { ReviewedOrder } from './review-form.tsx'
import { readReviewedOrder } from './review-order.tsx'

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
