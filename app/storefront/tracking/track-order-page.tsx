import { type ComponentType, type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { data, Form, useSearchParams } from 'react-router'
import { trackingPath } from '#app/components/page-addresses.ts'
import { pageRequestContext, shopContext } from '#app/data/shop-context.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { useAuth } from '#app/session/auth.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { TextField } from '#app/ui/field.tsx'
import { CircleCheckIcon } from '#app/ui/icons.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { OrderPaymentWord } from '#rules/payment-states.ts'
import { trackingCodeMissing } from '#rules/tracking-code.ts'
import { type PlacedOrder, usePlacedHere } from '../pay/placed-order.ts'
import type { Route } from './+types/track-order-page.ts'
import { FollowedOrder } from './followed-order.tsx'
import { lookUpOrder, type OrderLookup, ReviewOrder, type ShownOrder, statusOf } from './order-lookup.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const [typed, reviewKey] = [searchParams.get('code'), searchParams.get('review')]
  const visit = context.get(pageRequestContext)
  const lookup = await lookUpOrder(context.get(shopContext), visit, typed, reviewKey)
  return data(lookup, { status: statusOf[lookup.is] })
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Track Your Order',
    description: 'See with your tracking code where your order is.',
    hidden: true,
  })
}

/** The shop could not be reached on the way here. */
export function ErrorBoundary() {
  const [search] = useSearchParams()
  const code = search.get('code') ?? ''
  return <TrackOrder lookup={{ is: 'failed', code }} />
}

export default function TrackOrderPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.is === 'to_review') {
    return (
      <div className="mx-auto grid max-w-prose grid-cols-1 gap-6 px-gutter pt-6 pb-section lg:pt-10">
        <h1>Review what you bought</h1>
        <ReviewOrder order={loaderData.order} />
      </div>
    )
  }
  return <TrackOrder lookup={loaderData} />
}

function TrackOrder({ lookup }: { lookup: OrderLookup }) {
  const code = 'code' in lookup ? lookup.code : ''
  const result = useFocusOnNewResult(`${lookup.is}/${code}`)
  return (
    <div className="mx-auto grid max-w-prose grid-cols-1 gap-6 px-gutter pt-6 pb-section lg:max-w-240 lg:pt-10">
      <h1>Track Your Order</h1>
      <div className="max-w-form">
        <TrackForm key={code} code={code} isCodeMissing={lookup.is === 'no_code'} />
      </div>
      <div ref={result}>
        <Result lookup={lookup} />
      </div>
    </div>
  )
}

function Result({ lookup }: { lookup: OrderLookup }): ReactNode {
  switch (lookup.is) {
    case 'not_asked':
    case 'no_code':
      return (
        <p className="text-muted-foreground">
          Your code is on the page after your order, in our WhatsApp chat and in our mail.
        </p>
      )
    case 'found':
      return <Found key={lookup.code} lookup={lookup} />
    case 'too_many':
      return <ErrorPanel title="Too many tries">Please wait a few minutes and try again.</ErrorPanel>
    default:
      return (
        <ErrorPanel
          title="Order not found"
          action={lookup.is === 'failed' && <TryAgain code={lookup.code} />}
        >
          Please check your tracking code and try again.
        </ErrorPanel>
      )
  }
}

function Found({ lookup: { code, order, now } }: { lookup: OrderLookup & { is: 'found' } }) {
  const placed = useJustPlaced(code)
  return (
    <div className="grid grid-cols-1 gap-6">
      {placed && <JustPlaced order={order} />}
      <FollowedOrder order={order} now={now} />
      {placed?.email && <AccountOffer email={placed.email} />}
    </div>
  )
}

/** An ordinary link: whatever broke, a fresh page is the safest way on, also without scripts. */
function TryAgain({ code }: { code: string }) {
  return (
    <a href={trackingPath(code)} className={buttonClass({ variant: 'secondary' })}>
      Try again
    </a>
  )
}

/** A new result on the same page is read out from its beginning; the first result is part of the page. */
function useFocusOnNewResult(result: string) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(result)
  useEffect(() => {
    if (shown.current === result) return
    shown.current = result
    place.current?.querySelector<HTMLElement>('h2, [role=alert]')?.focus()
  }, [result])
  return place
}

type TrackFormProps = { code: string; isCodeMissing: boolean }

/** An ordinary form that asks the server, so that it works before scripts run and without them. */
function TrackForm({ code, isCodeMissing }: TrackFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [isMissing, setMissing] = useState(isCodeMissing)

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const typed = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    setMissing(typed === '')
    if (typed !== '') return
    event.preventDefault()
    form.current?.querySelector('input')?.focus()
  }
  return (
    <Form
      ref={form}
      method="get"
      action="/track-order"
      onSubmit={submit}
      className="flex flex-wrap items-start gap-3"
    >
      <TextField
        name="code"
        id="tracking-code"
        label="Tracking code"
        help="Six letters and digits, for example K7P2QX."
        error={isMissing ? trackingCodeMissing : undefined}
        defaultValue={code}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="search"
        className="min-w-60 flex-1 [&_input]:tracking-[.2em] [&_input]:uppercase"
      />
      <Button type="submit" className="mt-[26px] max-sm:w-full max-sm:mt-0">
        Track
      </Button>
    </Form>
  )
}

/** Thanks whoever comes straight from the checkout. */
function JustPlaced({ order: { trackingCode, paymentState } }: { order: ShownOrder }) {
  return (
    <div className="flex gap-3 rounded-card bg-success-soft p-5 text-success">
      <CircleCheckIcon />
      <div>
        <p className="font-semibold">{paymentState === 'Paid' ? 'Payment received' : 'Order placed'}</p>
        <p>
          Keep your tracking code <strong className="font-semibold tracking-widest">{trackingCode}</strong>.{' '}
          {nextStep(paymentState)}
        </p>
      </div>
    </div>
  )
}

function nextStep(paymentState: OrderPaymentWord): string {
  if (paymentState === 'Paid') return 'We now prepare your order.'
  return paymentState === 'Pay on delivery'
    ? 'If you have not sent the message on WhatsApp yet, the button below opens it again.'
    : 'We prepare your order as soon as your payment has arrived.'
}

/** The order for whoever comes straight from the checkout. A later reload leaves it out instead of letting the page jump. */
function useJustPlaced(code: string): PlacedOrder | null {
  const isHydrated = useHydrated()
  const [cameFromCheckout] = useState(isHydrated)
  const placed = usePlacedHere(code)
  return cameFromCheckout ? placed : null
}

type OfferForm = ComponentType<{ email: string }>

const loadOfferForm = async (): Promise<OfferForm> =>
  (await import('./account-offer-form.tsx')).AccountOfferForm

/** Offered after the order and never before it; whoever only follows an order does not pay for its bytes. */
function AccountOffer({ email }: { email: string }) {
  const { user, loading } = useAuth()
  const [OfferForm, setForm] = useState<OfferForm | null>(null)
  const isGuest = !loading && user === null
  useEffect(() => {
    if (!isGuest) return
    loadOfferForm().then(
      (form) => setForm(() => form),
      // An offer that does not come is no trouble.
      () => {},
    )
  }, [isGuest])
  if (!isGuest || !OfferForm) return null
  return (
    <section
      aria-labelledby="account-offer"
      className="grid gap-3 rounded-card border border-border bg-card p-5 shadow-card"
    >
      <h3 id="account-offer">Order faster next time</h3>
      <p>
        Choose a password and find your orders under{' '}
        <strong className="font-semibold wrap-anywhere">{email}</strong>. Your details fill themselves in.
      </p>
      <OfferForm email={email} />
    </section>
  )
}
