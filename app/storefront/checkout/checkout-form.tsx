import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useCart } from '#app/cart/cart.tsx'
import { Price } from '#app/components/price.tsx'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { ErrorSummary } from '#app/ui/form-errors.tsx'
import { CircleCheckIcon } from '#app/ui/icons.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { StickyBar } from '#app/ui/sticky-bar.tsx'
import { linesToOrder } from '#rules/cart.ts'
import type { PhoneWay } from '#rules/notification-settings.ts'
import type { PaymentMethod } from '#rules/payment-states.ts'
import { DiscountEntry } from '../discounts/discounts.tsx'
import {
  AddressFields,
  CustomerFields,
  DeliveryChoice,
  NoteFields,
  PaymentChoice,
  useFetchedComponent,
} from './checkout-fields.tsx'
import type { ConflictPanelProps } from './conflict-panel.tsx'
import type { DayChoiceProps } from './day-choice.tsx'
import { BillRows, billFor, FoldedReview, LeftOut, ReviewLines } from './order-review.tsx'
import type { OrderFailure } from './send-order.ts'
import { useCheckoutForm } from './use-checkout-form.ts'
import type { OrderPlacing, OrderTrouble } from './use-place-order.ts'

type CheckoutFormProps = {
  order: OrderPlacing
  offered: readonly PaymentMethod[]
  sendsPrompt: boolean
  tells: Record<PhoneWay, boolean>
}

export function CheckoutForm({ order, offered, sendsPrompt, tells }: CheckoutFormProps) {
  const { lines: all, isLoaded } = useCart()
  const lines = linesToOrder(all)
  const checkout = useCheckoutForm(order, lines)
  const { form, field, summary, destination, prefill } = checkout
  const { pickup, deliveryDays } = useShopFacts()
  const day = field('deliverOn')
  const isCollected = destination.option === 'pickup'
  const remember = <Checkbox name="remember" label="Remember my details on this phone" defaultChecked />
  const delivery = (
    <FormSection number={pickup ? 2 : 3} title="Delivery Options">
      <DeliveryChoice field={field} destination={destination} fees={checkout.fees} />
      <NoteFields field={field} />
    </FormSection>
  )
  const bill = billFor(lines, destination, checkout.fees, checkout.discounts)
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
          <CustomerFields field={field} tells={tells} />
          {pickup && remember}
        </FormSection>
        {/* Who collects it is asked for no address, so this comes first. */}
        {pickup && delivery}
        <FormSection number={pickup ? 3 : 2} title="Shipping Address" hidden={isCollected}>
          <AddressFields
            form={form.ref}
            field={field}
            region={destination.region}
            needsStreet={destination.option === 'delivery_service'}
            onSettled={checkout.follow}
          />
          {!pickup && remember}
        </FormSection>
        {!pickup && delivery}
        {/* The owner may have switched it on since this page was opened. */}
        {(deliveryDays || day.error) && <LazyDayChoice {...day} destination={destination} />}
        <FormSection number={isCollected ? 3 : 4} title="Payment Method">
          <PaymentChoice
            field={field}
            offered={offered}
            sendsPrompt={sendsPrompt}
            isCollected={isCollected}
          />
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
        <DiscountEntry discounts={checkout.discounts} />
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
        {isLoaded ? (
          <p className="grid">
            <span className="text-xs text-muted-foreground">
              {bill.fee === null ? 'Before delivery' : 'Total'}
            </span>
            <Price amount={bill.total} />
          </p>
        ) : (
          <span />
        )}
        <PlaceOrder isBusy={isBusy} />
      </StickyBar>
    </form>
  )
}

type FormSectionProps = { number: number; title: string; hidden?: boolean; children: ReactNode }

function FormSection({ number, title, hidden, children }: FormSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} hidden={hidden} className={hidden ? undefined : 'grid gap-5'}>
      <h2 id={id} className="flex items-center gap-3 text-2xl">
        <span
          aria-hidden="true"
          className="grid size-8 flex-none place-items-center rounded-full bg-primary font-sans text-base font-semibold text-primary-foreground"
        >
          {number}
        </span>
        {title}
      </h2>
      {children}
    </section>
  )
}

type SavedDetailsProps = { isPrefilled: boolean; onClear(): void }

/** One line that is always there, so that nothing moves when the saved details come. */
function SavedDetails({ isPrefilled, onClear }: SavedDetailsProps) {
  return (
    <p className="-my-2 flex min-h-11 flex-wrap items-center gap-x-2 text-sm text-muted-foreground">
      {isPrefilled ? (
        <>
          Using your saved details
          <button
            type="button"
            onClick={(event) => {
              const form = event.currentTarget.form
              onClear()
              // The pressed button goes away with the details.
              form?.querySelector<HTMLInputElement>('[name=fullName]')?.focus()
            }}
            className="min-h-11 px-2 font-semibold text-link underline underline-offset-3"
          >
            Clear
          </button>
        </>
      ) : (
        'You do not need an account.'
      )}
    </p>
  )
}

/** The button that was pressed is gone, so this takes the focus. */
function CartChanged() {
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <p
      ref={place}
      tabIndex={-1}
      className="flex items-start gap-2 rounded-card bg-success-soft p-4 text-success"
    >
      <CircleCheckIcon />
      Your cart was changed to what is left. Please look at the new total, then place your order.
    </p>
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

type OrderTroublePanelProps = Omit<ConflictPanelProps, 'conflict'> & { trouble: OrderTrouble }

/** Says what stopped the order and offers a way on. */
function OrderTroublePanel({ trouble, ...asking }: OrderTroublePanelProps) {
  if ('failure' in trouble) return <FailurePanel failure={trouble.failure} />
  return <LazyConflictPanel conflict={trouble.conflict} {...asking} />
}

/** It takes the focus, as the button that was pressed may be far away. */
function FailurePanel({ failure }: { failure: OrderFailure }) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new failure is what brings the focus here.
  useEffect(() => {
    place.current?.focus()
  }, [failure])
  const { title, text, hint } = failure
  return (
    <ErrorPanel ref={place} title={title}>
      <p>{text}</p>
      {hint && <p className="mt-2">{hint}</p>}
    </ErrorPanel>
  )
}

const loadPanel = async () => (await import('./conflict-panel.tsx')).ConflictPanel

/** The shop has just answered, so there is a network to fetch this; most orders never need it. */
function LazyConflictPanel(props: ConflictPanelProps) {
  const { Component, isLost } = useFetchedComponent(loadPanel)
  if (Component) return <Component {...props} />
  if (!isLost) return null
  return (
    <ErrorPanel title="Please review your cart" action={<ButtonLink to="/cart">Go to cart</ButtonLink>}>
      Nothing was ordered yet: prices or stock have changed.
    </ErrorPanel>
  )
}

const loadDays = async () => (await import('./day-choice.tsx')).DayChoice

/** Most shops ask for no day. */
function LazyDayChoice(props: DayChoiceProps) {
  const { Component } = useFetchedComponent(loadDays)
  return Component && <Component {...props} />
}
