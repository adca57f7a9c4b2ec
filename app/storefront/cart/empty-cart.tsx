import { useWishlist } from '#app/cart/wishlist.ts'
import { trackingPath } from '#app/components/page-addresses.ts'
import { useStored } from '#app/data/stored.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { BagIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { formatCedis } from '#rules/money.ts'
import { placedOrderStore } from '../pay/placed-order.ts'
import { useUnpaid } from '../pay/unpaid-order.ts'

export function EmptyCart() {
  const saved = useWishlist().ids.length
  const unpaid = useUnpaid()
  const placed = useStored(placedOrderStore)
  // Whoever goes back before the tracking page has opened finds the order here.
  const order = unpaid ?? placed
  return (
    <>
      {order && (
        <div className="mx-auto grid w-full max-w-form gap-3 rounded-card border border-border bg-card p-5 text-center shadow-card">
          <p>
            Order <strong className="font-semibold tracking-widest">{order.code}</strong>
            {unpaid ? (
              <>
                , <span className="whitespace-nowrap tabular-nums">{formatCedis(unpaid.amount)}</span>, waits
                for its payment.
              </>
            ) : (
              ' was placed.'
            )}
          </p>
          <ButtonLink to={unpaid ? '/checkout' : trackingPath(order.code)} wide>
            {unpaid ? 'Continue payment' : 'Follow your order'}
          </ButtonLink>
        </div>
      )}
      <EmptyState
        icon={BagIcon}
        title="Your cart is empty"
        action={<ButtonLink to="/shop">Continue Shopping</ButtonLink>}
      />
      {saved > 0 && (
        <p className="-mt-4 pb-8 text-center">
          <Link
            to="/wishlist"
            className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-3"
          >
            {saved === 1 ? 'One product waits' : `${saved} products wait`} on your wishlist
          </Link>
        </p>
      )}
    </>
  )
}
