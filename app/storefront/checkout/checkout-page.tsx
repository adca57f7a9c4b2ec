import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useCart } from '#app/cart/cart.tsx'
import { trackingPath } from '#app/components/page-addresses.ts'
import { listOfferedPayments, shopContext } from '#app/data/shop-context.ts'
import { type PageHandle, pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { BagIcon, ChevronLeftIcon, CircleCheckIcon, WhatsAppIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { linesToOrder } from '#rules/cart.ts'
import { EmptyCart } from '../cart/empty-cart.tsx'
import type { Route } from './+types/checkout-page.ts'
import { LazyPayOrder } from './checkout-fields.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { type PlacedHere, usePlaceOrder } from './use-place-order.ts'

export const handle: PageHandle = { header: 'quiet' }

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { sendsPrompt } = shop.payments
  return { offered: await listOfferedPayments(shop), sendsPrompt, tells: shop.settings.phoneChannels }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Checkout',
    description: 'Where your order goes, and how you pay: on WhatsApp or by mobile money.',
    hidden: true,
  })
}

export default function CheckoutPage({ loaderData }: Route.ComponentProps) {
  const order = usePlaceOrder()
  const { lines, isLoaded } = useCart()
  // The same cart may just have been ordered in another tab: an order under way here still gets its answer first.
  const isEmpty = isLoaded && !order.isBusy && linesToOrder(lines).length === 0
  const { unpaid } = order
  if (order.placed) return <OrderPlaced placed={order.placed} />
  if (unpaid) return <LazyPayOrder {...unpaid} onLeave={order.leave} />
  return (
    // As high as the screen also without a form, so that nothing jumps when the cart turns out to be empty.
    <div className="mx-auto min-h-dvh max-w-store px-gutter pt-2 pb-section lg:pt-6">
      <Link to="/cart" className="-ml-1 inline-flex min-h-11 items-center gap-1 font-medium text-link">
        <ChevronLeftIcon size={20} />
        Cart
      </Link>
      <h1 className="mb-6">Checkout</h1>
      {isEmpty ? (
        <NothingToOrder isCartEmpty={lines.length === 0} />
      ) : (
        <CheckoutForm order={order} {...loaderData} />
      )}
      <noscript>
        <p>Checking out needs JavaScript, which is switched off in this browser.</p>
        <p className="mt-2">You can order on WhatsApp instead: every product page has a button for it.</p>
      </noscript>
    </div>
  )
}

function NothingToOrder({ isCartEmpty }: { isCartEmpty: boolean }) {
  const panel = useRef<HTMLDivElement>(null)

  // What was last in stock may have gone while somebody was far below in the form.
  useEffect(() => {
    if (window.scrollY === 0) return
    window.scrollTo(0, 0)
    panel.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div ref={panel} tabIndex={-1}>
      {isCartEmpty ? (
        <EmptyCart />
      ) : (
        <EmptyState
          icon={BagIcon}
          title="Nothing in your cart can be ordered"
          action={
            <div className="flex flex-wrap justify-center gap-3">
              <ButtonLink to="/cart" variant="secondary">
                Go to cart
              </ButtonLink>
              <ButtonLink to="/shop">Continue Shopping</ButtonLink>
            </div>
          }
        >
          It is out of stock or no longer sold. What you chose stays in your cart.
        </EmptyState>
      )}
    </div>
  )
}

const timeToReadMs = 2_000

/** Replaces the form for two seconds, so that the success can be read; then the tracking page opens. */
function OrderPlaced({ placed }: { placed: PlacedHere }) {
  const { code, chat, chatWindow } = placed
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()

  // The button that was pressed may have been far below.
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])

  useEffect(() => {
    const goOn = async () => {
      // First the tracking page: whoever comes back from the chat then finds it, and not an empty checkout.
      await navigate(trackingPath(code), { replace: true })
      if (chatWindow.isThisWindow) chatWindow.show(chat)
    }
    const timer = setTimeout(() => void goOn(), timeToReadMs)
    return () => clearTimeout(timer)
  }, [navigate, code, chat, chatWindow])

  return (
    <div className="mx-auto grid max-w-form justify-items-center gap-4 px-gutter py-14 text-center">
      <span className="grid size-24 place-items-center rounded-full bg-success-soft text-success">
        <CircleCheckIcon size={48} />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        Order placed successfully
      </h1>
      <p className="text-lg">
        Your tracking code is <strong className="font-semibold tracking-widest">{code}</strong>.
      </p>
      <p className="text-muted-foreground">You will be redirected to WhatsApp to complete your order.</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <ButtonLink
          variant="whatsapp"
          to={chat}
          target={chatWindow.isThisWindow ? undefined : '_blank'}
          rel="noopener"
        >
          <WhatsAppIcon size={20} />
          Open WhatsApp
        </ButtonLink>
        <ButtonLink variant="secondary" to={trackingPath(code)} replace>
          Follow your order
        </ButtonLink>
      </div>
    </div>
  )
}
