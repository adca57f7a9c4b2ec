import { type ReactNode, useState } from 'react'
import { Amount, Amounts, OrderLines } from '#app/components/order-lines.tsx'
import { Price } from '#app/components/price.tsx'
import { ChevronDownIcon } from '#app/ui/icons.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { type Cart, cartItemCount, cartTotal } from '#rules/cart.ts'
import type { Destination } from '#rules/delivery-fee.ts'
import { formatGhs, type Pesewas } from '#rules/money.ts'
import { DiscountRows, type Discounts } from '../discounts/discounts.tsx'
import { knownDestination } from './checkout-values.ts'
import type { Fees } from './use-checkout-form.ts'

export type Bill = {
  subtotal: Pesewas
  /** Null while the town is not known. */
  fee: Pesewas | null
  discounts: Discounts
  total: Pesewas
  isDelivered: boolean
  reason: string
}

export function billFor(lines: Cart, destination: Destination, fees: Fees, discounts: Discounts): Bill {
  const subtotal = cartTotal(lines)
  const isDelivered = destination.option === 'delivery_service'
  const isKnown = knownDestination(destination) !== null
  const fee = isKnown ? fees.feeTo(destination) : null
  const reason = isKnown ? fees.reasonFor(destination) : 'Choose your town'
  const total = subtotal + (fee ?? 0) - discounts.total
  return { subtotal, fee, discounts, total, isDelivered, reason }
}

/** The phone's summary: closed, with the total always in view. */
export function FoldedReview({ lines, bill, isLoaded }: { lines: Cart; bill: Bill; isLoaded: boolean }) {
  return (
    <details className="group rounded-card border border-border bg-card lg:hidden">
      <summary className="flex min-h-14 list-none items-center gap-2 rounded-card px-4 font-semibold [&::-webkit-details-marker]:hidden">
        <ChevronDownIcon size={20} className="transition-transform group-open:rotate-180" />
        <span className="flex-1">Order summary {isLoaded && `(${cartItemCount(lines)})`}</span>
        {isLoaded ? <Price amount={bill.total} /> : <Skeleton className="h-6 w-24" />}
      </summary>
      <div className="border-t border-border px-4 py-2">
        <ReviewLines lines={lines} />
      </div>
    </details>
  )
}

export function ReviewLines({ lines }: { lines: Cart }) {
  return (
    <OrderLines
      lines={lines.map(({ product, quantity }) => ({
        id: product.id,
        name: product.name,
        quantity,
        amount: product.price * quantity,
        picture: product.image,
      }))}
    />
  )
}

export function BillRows({ bill, isLoaded }: { bill: Bill; isLoaded: boolean }) {
  const { subtotal, fee, discounts, total, isDelivered, reason } = bill
  const amount = (shown: ReactNode) => (isLoaded ? shown : <Skeleton className="h-6 w-24" />)
  return (
    <>
      <Amounts>
        <Amount label="Subtotal">{amount(formatGhs(subtotal))}</Amount>
        {isDelivered && (
          <Amount
            label={
              <>
                Delivery <span className="block text-sm text-muted-foreground">{reason}</span>
              </>
            }
          >
            {fee === null ? '–' : formatGhs(fee)}
          </Amount>
        )}
        <DiscountRows discounts={discounts} />
        <Amount
          label={
            <>
              Total{' '}
              {fee === null && (
                <span className="block text-sm font-normal text-muted-foreground">before delivery</span>
              )}
            </>
          }
          isTotal
        >
          {amount(<Price amount={total} size="total" />)}
        </Amount>
      </Amounts>
      <SpokenBill bill={bill} />
    </>
  )
}

/** The new sums are read out once they have changed, not when the page opens. */
function SpokenBill({ bill: { fee, total, isDelivered } }: { bill: Bill }) {
  const text =
    fee === null ? '' : `${isDelivered ? `Delivery ${formatGhs(fee)}, ` : ''}total ${formatGhs(total)}`
  const [first] = useState(text)
  return (
    <p role="status" className="sr-only">
      {text === first ? '' : text}
    </p>
  )
}

/** What waits in the cart because it is out of stock. */
export function LeftOut({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <p className="text-sm text-muted-foreground">
      {count === 1 ? 'One product is' : `${count} products are`} out of stock and not part of this order.
    </p>
  )
}
