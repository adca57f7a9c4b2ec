import type { ReactNode } from 'react'
import { useCart } from '#app/cart/cart.tsx'
import { useDeliveryPlace } from '#app/cart/delivery-place.ts'
import { DeliveryQuote } from '#app/components/delivery-quote.tsx'
import { Amount, Amounts } from '#app/components/order-lines.tsx'
import { Price } from '#app/components/price.tsx'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { type PageHandle, pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { CheckIcon } from '#app/ui/icons.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import { StickyBar } from '#app/ui/sticky-bar.tsx'
import { cartItemCount, cartTotal, linesToOrder } from '#rules/cart.ts'
import { deliveryFee } from '#rules/delivery-fee.ts'
import { formatGhs, type Pesewas } from '#rules/money.ts'
import { returnsPolicy } from '#rules/policy-figures.ts'
import { DiscountEntry, DiscountRows, useDiscounts } from '../discounts/discounts.tsx'
import type { Route } from './+types/cart-page.ts'
import { CartList, useCartRows, useShelfCheck } from './cart-list.tsx'
import { EmptyCart } from './empty-cart.tsx'

export const handle: PageHandle = { deliveryStrip: true }

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Your cart',
    description: 'What you have chosen, and what it costs with delivery.',
    hidden: true,
  })
}

export default function CartPage() {
  const { isLoaded, lines } = useCart()
  const rows = useCartRows()
  const check = useShelfCheck()
  return (
    <div className="mx-auto min-h-dvh w-full max-w-store px-gutter pt-4 pb-section lg:pt-8">
      <h1 className="mb-1">Your cart</h1>
      <p className="mb-4 text-muted-foreground lg:mb-6">
        Saved on this device. You can order without an account.
      </p>
      {!isLoaded && <Waiting />}
      {isLoaded && rows.rows.length === 0 && <EmptyCart />}
      {isLoaded && rows.rows.length > 0 && (
        <TwoColumns aside={lines.length > 0 ? <CartSummary /> : <EmptyCart />}>
          <CartList {...rows} check={check} />
          {check.isUnsure && (
            <p role="status" className="mt-3 text-sm text-muted-foreground">
              We could not check all prices and stock just now. The shop checks them when you order.
            </p>
          )}
        </TwoColumns>
      )}
    </div>
  )
}

function TwoColumns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,8fr)_minmax(0,4fr)] lg:gap-10">
      <div>{children}</div>
      {aside}
    </div>
  )
}

/** Until the browser's storage was read nobody knows what is in the cart. */
function Waiting() {
  return (
    <>
      <LoadingArea className="grid gap-4 [@media(scripting:none)]:hidden">
        {['one', 'two'].map((place) => (
          <div key={place} className="flex gap-4">
            <Skeleton className="aspect-4/5 w-18" />
            <div className="flex-1">
              <Skeleton className="h-5 w-3/4" />
              <Skeleton className="mt-2 h-5 w-1/3" />
              <Skeleton className="mt-3 h-11 w-34" />
            </div>
          </div>
        ))}
      </LoadingArea>
      <noscript>
        <p>The cart needs JavaScript, which is switched off in this browser.</p>
        <p className="mt-2">You can order on WhatsApp instead: every product page has a button for it.</p>
      </noscript>
    </>
  )
}

function CartSummary() {
  const lines = linesToOrder(useCart().lines)
  const subtotal = cartTotal(lines)
  const fee = useEstimatedFee(subtotal)
  const count = cartItemCount(lines)
  const place = useDeliveryPlace()
  const discounts = useDiscounts(lines, place ? { option: 'delivery_service', ...place } : null)
  const total = subtotal + (fee ?? 0) - discounts.total
  return (
    <section
      aria-labelledby="order-summary"
      className="grid grid-cols-1 content-start gap-4 rounded-card border border-border bg-card p-5 shadow-card lg:sticky lg:top-24"
    >
      <h2 id="order-summary" className="font-sans text-xl font-semibold">
        Order summary
      </h2>
      <Amounts>
        <Amount label={`Subtotal (${count} ${count === 1 ? 'item' : 'items'})`}>{formatGhs(subtotal)}</Amount>
      </Amounts>
      {count > 0 && (
        <>
          <div className="grid gap-2">
            <p className="text-sm text-muted-foreground">Shipping is calculated at checkout.</p>
            <DeliveryQuote />
          </div>
          <DiscountEntry discounts={discounts} />
          <Amounts>
            <DiscountRows discounts={discounts} />
            <Amount label={<TotalLabel isEstimate={fee !== null} />} isTotal>
              <Price amount={total} size="total" />
            </Amount>
          </Amounts>
        </>
      )}
      <div className="max-lg:hidden">
        <Proceed mayOrder={count > 0} />
      </div>
      <TrustLine />
      <StickyBar until="lg">
        {count > 0 && (
          <p className="grid">
            <span className="text-xs text-muted-foreground">
              {fee === null ? 'Before delivery' : 'Estimated total'}
            </span>
            <Price amount={total} />
          </p>
        )}
        <Proceed mayOrder={count > 0} />
      </StickyBar>
    </section>
  )
}

function TotalLabel({ isEstimate }: { isEstimate: boolean }) {
  if (isEstimate) return 'Estimated total'
  return (
    <>
      Total <span className="block text-sm font-normal text-muted-foreground">before delivery</span>
    </>
  )
}

function Proceed({ mayOrder }: { mayOrder: boolean }) {
  if (mayOrder)
    return (
      <ButtonLink to="/checkout" wide className="max-lg:flex-1 max-sm:px-2">
        Proceed to Checkout
      </ButtonLink>
    )
  return (
    <Button disabled wide reason="Nothing in the cart is in stock.">
      Proceed to Checkout
    </Button>
  )
}

function TrustLine() {
  return (
    <ul className="grid gap-1 text-sm text-muted-foreground">
      {['Pay when it arrives', `Unopened products can go back within ${returnsPolicy.unopenedWithin}`].map(
        (reason) => (
          <li key={reason} className="flex items-start gap-1.5">
            <CheckIcon size={18} className="text-leaf" />
            {reason}
          </li>
        ),
      )}
    </ul>
  )
}

/** Null until a town was chosen on this phone. */
function useEstimatedFee(spent: Pesewas): Pesewas | null {
  const place = useDeliveryPlace()
  const { deliveryFees } = useShopFacts()
  return place ? deliveryFee({ option: 'delivery_service', ...place }, deliveryFees, spent) : null
}
