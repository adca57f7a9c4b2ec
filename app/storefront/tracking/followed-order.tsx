import { useEffect } from 'react'
import { OrderBadge } from '#app/components/order-badge.tsx'
import { Amount, Amounts, OrderLines } from '#app/components/order-lines.tsx'
import { Price } from '#app/components/price.tsx'
import { RelativeTime } from '#app/components/relative-time.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { MapPinIcon } from '#app/ui/icons.tsx'
import { type ProgressStep, ProgressSteps } from '#app/ui/progress-steps.tsx'
import { formatDate, formatDateAndTime } from '#rules/dates.ts'
import { deliveryOptionTexts } from '#rules/delivery-fee.ts'
import { discountLabel } from '#rules/discount-texts.ts'
import { formatGhs, toCedis } from '#rules/money.ts'
import {
  mayCustomerCancel,
  type OrderStatus,
  orderSteps,
  progressPercent,
  statusLabel,
} from '#rules/order-status.ts'
import { type OrderPaymentWord, paymentTextOf } from '#rules/payment-states.ts'
import { shippingPolicy } from '#rules/policy-figures.ts'
import { reviewPath } from '#rules/reviews.ts'
import { useDeliveryPin } from '../pay/placed-order.ts'
import { payPath, useSavedPayment } from '../pay/saved-payments.ts'
import { unpaidOrderStore, useUnpaidHere } from '../pay/unpaid-order.ts'
import { MissedDelivery, Offers, OrderActions, OwnChanges, Receipt } from './order-actions.tsx'
import type { ShownOrder } from './order-lookup.tsx'

export function FollowedOrder({ order, now }: { order: ShownOrder; now: Date }) {
  const isUnderWay = order.status !== 'Delivered' && order.status !== 'Cancelled'
  return (
    <div className="grid grid-cols-1 gap-8">
      <section
        aria-labelledby="order-number"
        className="grid gap-6 rounded-card border border-border bg-card p-5 shadow-card md:p-6"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id="order-number" tabIndex={-1} className="rounded-control">
            Order #{order.id}
          </h2>
          <OrderBadge status={order.status} option={order.deliveryOption} />
        </div>
        <MissedDelivery order={order} now={now} />
        <dl className="grid gap-3 sm:grid-cols-2 md:grid-cols-4">
          <Fact label="Placed">
            <time dateTime={order.createdAt.toISOString()}>{formatDate(order.createdAt)}</time>
          </Fact>
          <Fact label={order.pickup ? 'Collected by' : 'Shipping to'}>{order.customerName}</Fact>
          <Fact label="Payment">{paymentTextOf(order)}</Fact>
          <Fact label="Last updated">
            <RelativeTime at={order.updatedAt} now={now} />
          </Fact>
        </dl>
        <ContinuePayment order={order} />
        <MoneyBack order={order} />
        <OrderProgress {...order} />
        {isUnderWay && order.pickup && <PickupPlace {...order.pickup} />}
        {isUnderWay && <DeliveryPin code={order.trackingCode} isCollected={order.pickup !== null} />}
        {isUnderWay && !order.pickup && (
          <p className="text-sm text-muted-foreground">
            Usually {shippingPolicy.processing} to process, {shippingPolicy.standard.time} to arrive.
          </p>
        )}
        {order.status === 'Delivered' && (
          <ButtonLink to={reviewPath(order.trackingCode)} className="justify-self-start max-sm:w-full">
            Review what you bought
          </ButtonLink>
        )}
        <OrderActions order={order} />
        {order.hasReceipt && <Receipt code={order.trackingCode} />}
        {mayCustomerCancel(order, now) && <OwnChanges code={order.trackingCode} />}
        {order.status === 'Delivered' && <Offers code={order.trackingCode} />}
      </section>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)] lg:gap-10">
        <section aria-labelledby="order-items">
          <h3 id="order-items" className="mb-1">
            Items
          </h3>
          <OrderLines lines={order.lines} />
          <Bill order={order} />
        </section>
        <OrderTimeline {...order} />
      </div>
    </div>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}

/** Only on the phone that ordered: everybody else who has the code may be the driver. */
function DeliveryPin({ code, isCollected }: { code: string; isCollected: boolean }) {
  const pin = useDeliveryPin(code)
  if (pin === null) return null
  return (
    <p className="rounded-card bg-accent p-4">
      Your {isCollected || 'delivery '}PIN is{' '}
      <strong className="text-xl font-semibold tracking-widest">{pin}</strong>. Say it{' '}
      {isCollected ? 'when you collect the order' : 'to the driver when the parcel is in your hands'}, and to
      nobody before.
    </p>
  )
}

function PickupPlace({ address, hours }: { address: string; hours: string }) {
  return (
    <p className="flex items-start gap-2">
      <MapPinIcon size={20} className="mt-0.5 flex-none" />
      <span>
        <strong className="font-semibold">{deliveryOptionTexts.pickup.label}:</strong> {address}
        <span className="block text-sm text-muted-foreground">{hours}</span>
      </span>
    </p>
  )
}

function Bill({ order }: { order: ShownOrder }) {
  return (
    <Amounts className="border-t border-border pt-4">
      <Amount label="Subtotal">{formatGhs(order.subtotal)}</Amount>
      <Amount label="Delivery">{formatGhs(order.deliveryFee)}</Amount>
      {order.discounts.map((each) => (
        <Amount key={each.name} label={discountLabel(each)}>
          {formatGhs(-each.amount)}
        </Amount>
      ))}
      <Amount label="Total" isTotal>
        <Price amount={order.total} size="total" />
      </Amount>
      {order.refunded > 0 && <Amount label="Paid back to you">{formatGhs(order.refunded)}</Amount>}
      {order.toPayBack > 0 && <Amount label="We pay back to you">{formatGhs(order.toPayBack)}</Amount>}
      {order.amountToCollect > 0 && paysTheRest(order) && (
        <Amount label={order.pickup ? 'To pay when you collect it' : 'To pay on delivery'}>
          {formatGhs(order.amountToCollect)}
        </Amount>
      )}
    </Amounts>
  )
}

/** Some of it is paid, and the parcel is still to come. Who pays all of it at the door reads so above. */
function paysTheRest({ status, paymentState }: ShownOrder): boolean {
  return status !== 'Delivered' && paymentState !== 'Pay on delivery'
}

const unfinished: readonly OrderPaymentWord[] = ['Awaiting payment', 'Not confirmed yet', 'Payment failed']

/** Leads back to the payment, on the phone that started it and for no other: a code alone proves too little. */
function ContinuePayment({ order }: { order: ShownOrder }) {
  const started = useSavedPayment(order.trackingCode)
  const notStarted = useUnpaidHere(order.trackingCode)
  useAmountOf(order)
  if (order.status === 'Cancelled' || !unfinished.includes(order.paymentState)) return null
  const path = started ? payPath(started.reference) : notStarted ? '/checkout' : null
  if (path === null) return null
  return (
    <ButtonLink to={path} className="justify-self-start max-sm:w-full">
      {order.paymentState === 'Payment failed' ? 'Try the payment again' : 'Continue payment'}
    </ButtonLink>
  )
}

/** What this tab remembers to pay is what the order costs now: it may have been changed. */
function useAmountOf({ trackingCode, total }: ShownOrder): void {
  useEffect(() => {
    const unpaid = unpaidOrderStore.read()
    const amount = toCedis(total)
    if (unpaid?.code === trackingCode && unpaid.amount !== amount)
      unpaidOrderStore.write({ ...unpaid, amount })
  }, [trackingCode, total])
}

const moneyBack: Partial<Record<OrderPaymentWord, string>> = {
  'Refund due': 'You get your money for this order back. We tell you as soon as it is sent.',
  'Refund on its way':
    'We have sent money back to where it came from. It usually arrives within minutes, with a card within a few days.',
  'Partly refunded': 'We have sent a part of your money back to where it came from.',
  'Paid twice': 'You have paid online and at the door. We pay one of both back to you.',
  Refunded: 'We have sent your money back to where it came from.',
}

/** What becomes of money that goes back, in a sentence. */
function MoneyBack({ order: { status, paymentState, toPayBack } }: { order: ShownOrder }) {
  const isPart = paymentState === 'Refund due' && status !== 'Cancelled' && toPayBack > 0
  const text = isPart
    ? `You have paid more than this order costs now. We pay ${formatGhs(toPayBack)} back to you.`
    : moneyBack[paymentState]
  return text ? <p>{text}</p> : null
}

const meanings = {
  Pending: 'We have received your order.',
  Processing: 'We are packing it.',
  Shipped: 'It is on its way to you.',
  Delivered: 'It has arrived.',
  Cancelled: 'This order will not be delivered.',
} satisfies Record<OrderStatus, string>

const meaningsOfPickup: Partial<Record<OrderStatus, string>> = {
  Shipped: 'It waits for you at the shop.',
  Delivered: 'You have it.',
  Cancelled: 'This order cannot be collected.',
}

/** What happened when, the newest first. */
function OrderTimeline({ history, deliveryOption }: Pick<ShownOrder, 'history' | 'deliveryOption'>) {
  const meaningOf = (status: OrderStatus) =>
    (deliveryOption === 'pickup' && meaningsOfPickup[status]) || meanings[status]
  const newestFirst = history.toReversed()
  return (
    <section aria-labelledby="order-timeline">
      <h3 id="order-timeline" className="mb-4">
        Timeline
      </h3>
      <ol className="ml-2 border-l-2 border-border">
        {newestFirst.map(({ status, at, isEdit, isReturn }, place) => (
          <li key={`${at.toISOString()} ${status}`} className="relative pb-5 pl-6 last:pb-0">
            <span
              className={classNames(
                'absolute top-1 -left-[9px] size-4 rounded-full border-2 border-card',
                place > 0 && 'bg-input',
                place === 0 && (status === 'Cancelled' ? 'bg-destructive' : 'bg-primary'),
              )}
            />
            <p className="font-semibold">
              {isReturn ? 'Return' : isEdit ? 'Changed' : statusLabel(status, deliveryOption)}
            </p>
            <p className="text-sm">
              {isReturn ? 'A return has moved on.' : isEdit ? 'This order was changed.' : meaningOf(status)}
            </p>
            <time dateTime={at.toISOString()} className="text-sm text-muted-foreground">
              {formatDateAndTime(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The five steps; on a cancelled order the first four are muted, so that nobody reads Delivered as done. */
function OrderProgress({ status, deliveryOption }: Pick<ShownOrder, 'status' | 'deliveryOption'>) {
  const isCancelled = status === 'Cancelled'
  const steps = orderSteps(status).filter((step) => step.status !== 'Cancelled')
  return (
    <ProgressSteps
      label={`Order status: ${statusLabel(status, deliveryOption)}`}
      percent={progressPercent(status)}
      stopped={isCancelled}
      steps={steps.map((step): ProgressStep => {
        const state = isCancelled ? 'muted' : step.isDone ? 'done' : 'to come'
        return { label: statusLabel(step.status, deliveryOption), state, isLatest: step.isCurrent }
      })}
      apart={{ label: 'Cancelled', state: isCancelled ? 'current' : 'muted' }}
    />
  )
}
