import { useCart } from '#app/cart/cart.tsx'
import { useDeliveryPlace } from '#app/cart/delivery-place.ts'
import { DeliveryQuote } from '#app/components/delivery-quote.tsx'
import { Amount, Amounts } from '#app/components/order-lines.tsx'
import { Price } from '#app/components/price.tsx'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { CheckIcon } from '#app/ui/icons.tsx'
import { StickyBar } from '#app/ui/sticky-bar.tsx'
import { cartItemCount, cartTotal, linesToOrder } from '#rules/cart.ts'
import { deliveryFee } from '#rules/delivery-fee.ts'
import { formatGhs, type Pesewas } from '#rules/money.ts'
import { returnsPolicy } from '#rules/shop-facts.ts'
import { DiscountEntry, DiscountRows, useDiscounts } from '../discounts/discounts.tsx'

export function CartSummary() {
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
      <div className="max-lg:hidden">
        <Proceed mayOrder={count > 0} />
      </div>
      <TrustLine />
      <StickyBar until="lg">
        <p className="grid">
          <span className="text-xs text-muted-foreground">
            {fee === null ? 'Before delivery' : 'Estimated total'}
          </span>
          <Price amount={total} />
        </p>
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
      <ButtonLink to="/checkout" wide className="whitespace-nowrap max-lg:flex-1 max-sm:px-2">
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
