import { useEffect } from 'react'
import { useCart } from '#app/cart/cart.tsx'
import { Price } from '#app/components/price.tsx'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { StickyBar } from '#app/ui/sticky-bar.tsx'
import { linesToOrder } from '#rules/cart.ts'
import type { PaymentMethod } from '#rules/payment-methods.ts'
import { AddressFields } from './address-fields.tsx'
import { CartChanged } from './cart-changed.tsx'
import { DeliveryChoice, PaymentChoice } from './choices.tsx'
import { CustomerFields } from './customer-fields.tsx'
import { FormSection } from './form-section.tsx'
import { BillRows, billFor, FoldedReview, LeftOut, ReviewLines } from './order-review.tsx'
import { OrderTroublePanel } from './order-trouble-panel.tsx'
import { SavedDetails } from './saved-details.tsx'
import { useCheckoutForm } from './use-checkout-form.ts'
import type { OrderPlacing } from './use-place-order.ts'

type CheckoutFormProps = { order: OrderPlacing; offered: readonly PaymentMethod[] }

export function CheckoutForm({ order, offered }: CheckoutFormProps) {
  const { lines: all, isLoaded } = useCart()
  const lines = linesToOrder(all)
  const checkout = useCheckoutForm(order, lines)
  const { form, field, summary, destination, prefill } = checkout
  const bill = billFor(lines, destination, checkout.fees)
  const review = { lines, bill, isLoaded }
  const { begin, isBusy, trouble } = order
  useEffect(() => begin(), [begin])
  return (
    <form
      {...form}
      method="post"
      className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-14 [@media(scripting:none)]:hidden"
    >
      <div className="grid grid-cols-1 gap-8 lg:gap-10">
        <FoldedReview {...review} />
        <ErrorSummary {...summary} />
        <FormSection number={1} title="Customer Information">
          <SavedDetails isPrefilled={prefill.isPrefilled} onClear={prefill.clear} />
          <CustomerFields field={field} />
        </FormSection>
        <FormSection number={2} title="Shipping Address">
          <AddressFields
            form={form.ref}
            field={field}
            region={destination.region}
            needsStreet={destination.option === 'delivery_service'}
            onSettled={checkout.follow}
          />
          <Checkbox name="remember" label="Remember my details on this phone" defaultChecked />
        </FormSection>
        <FormSection number={3} title="Delivery Options">
          <DeliveryChoice field={field} destination={destination} fees={checkout.fees} />
        </FormSection>
        <FormSection number={4} title="Payment Method">
          <PaymentChoice field={field} offered={offered} />
        </FormSection>
      </div>
      <section
        aria-labelledby="order-review"
        className="grid grid-cols-1 gap-4 rounded-card border border-border bg-card p-5 shadow-card lg:sticky lg:top-24"
      >
        <h2 id="order-review" className="font-sans text-xl font-semibold">
          Order summary
        </h2>
        <div className="max-h-[40vh] overflow-y-auto max-lg:hidden">
          {isLoaded ? <ReviewLines lines={lines} /> : <Skeleton className="my-3 h-15" />}
        </div>
        <LeftOut count={all.length - lines.length} />
        <BillRows bill={bill} isLoaded={isLoaded} />
        {checkout.wasCartChanged && <CartChanged />}
        {trouble && (
          <OrderTroublePanel
            trouble={trouble}
            asked={checkout.asked}
            isBusy={isBusy}
            onAgree={checkout.agree}
          />
        )}
        <div className="max-lg:hidden">
          <PlaceOrder isBusy={isBusy} />
        </div>
      </section>
      <StickyBar until="lg">
        {isLoaded ? <Price amount={bill.total} /> : <span />}
        <PlaceOrder isBusy={isBusy} />
      </StickyBar>
    </form>
  )
}

function PlaceOrder({ isBusy }: { isBusy: boolean }) {
  return (
    <Button
      type="submit"
      wide
      data-needs-script=""
      busy={isBusy}
      busyLabel="Processing..."
      className="max-lg:flex-1 max-sm:px-2"
    >
      Place Order
    </Button>
  )
}
