import { type ReactNode, useEffect, useRef } from 'react'
import { data, useSearchParams } from 'react-router'
import { trackingPath } from '#app/components/tracking-path.ts'
import { pageRequestContext, shopContext } from '#app/data/shop-context.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { buttonClass } from '#app/ui/button-class.ts'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import type { Route } from './+types/track-order-page.ts'
import { AccountOffer } from './account-offer.tsx'
import { FollowedOrder } from './followed-order.tsx'
import { JustPlaced } from './just-placed.tsx'
import { type Look, lookUp, statusOf } from './look-up.ts'
import { TrackForm } from './track-form.tsx'
import { useJustPlaced } from './use-just-placed.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const typed = new URL(request.url).searchParams.get('code')
  const variant = await lookUp(context.get(shopContext), context.get(pageRequestContext), typed)
  return data(variant, { status: statusOf[variant.is] })
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
  return <TrackOrder variant={{ is: 'failed', code }} />
}

export default function TrackOrderPage({ loaderData }: Route.ComponentProps) {
  return <TrackOrder variant={loaderData} />
}

function TrackOrder({ variant }: { variant: Look }) {
  const code = 'code' in variant ? variant.code : ''
  const result = useFocusOnNewResult(`${variant.is}/${code}`)
  return (
    <div className="mx-auto grid max-w-prose grid-cols-1 gap-6 px-gutter pt-6 pb-section lg:max-w-240 lg:pt-10">
      <h1>Track Your Order</h1>
      <div className="max-w-form">
        <TrackForm key={code} code={code} isCodeMissing={variant.is === 'no_code'} />
      </div>
      <div ref={result}>
        <Result variant={variant} />
      </div>
    </div>
  )
}

function Result({ variant }: { variant: Look }): ReactNode {
  switch (variant.is) {
    case 'not_asked':
    case 'no_code':
      return (
        <p className="text-muted-foreground">
          Your code is on the page after your order, in our WhatsApp chat and in our mail.
        </p>
      )
    case 'found':
      return <Found key={variant.code} variant={variant} />
    case 'too_many':
      return <ErrorPanel title="Too many tries">Please wait a few minutes and try again.</ErrorPanel>
    default:
      return (
        <ErrorPanel
          title="Order not found"
          action={variant.is === 'failed' && <TryAgain code={variant.code} />}
        >
          Please check your tracking code and try again.
        </ErrorPanel>
      )
  }
}

function Found({ variant: { code, order, now } }: { variant: Look & { is: 'found' } }) {
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

/** A new answer on the same page is read out from its beginning; the page's first answer is part of the page. */
function useFocusOnNewResult(answer: string) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(answer)
  useEffect(() => {
    if (shown.current === answer) return
    shown.current = answer
    place.current?.querySelector<HTMLElement>('h2, [role=alert]')?.focus()
  }, [answer])
  return place
}
