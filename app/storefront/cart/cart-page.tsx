import type { ReactNode } from 'react'
import { useCart } from '#app/cart/cart.tsx'
import type { PageHandle } from '#app/layout/page-frame.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import type { Route } from './+types/cart-page.ts'
import { CartList, useCartRows } from './cart-list.tsx'
import { CartSummary } from './cart-summary.tsx'
import { EmptyCart } from './empty-cart.tsx'
import { useShelfCheck } from './use-shelf-check.ts'

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
