import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import type { Route } from './+types/leave-newsletter-page.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Unsubscribe', description: 'Stop our letters with one tap.', hidden: true })
}

export default function LeaveNewsletterPage() {
  const [search] = useSearchParams()
  const secret = search.get('secret')
  const [hasLeft, setLeft] = useState(false)
  return (
    <div className="mx-auto max-w-form px-gutter py-10 lg:py-18">
      <h1>Our letters</h1>
      {hasLeft && <Left />}
      {!hasLeft && secret && <UnsubscribeForm secret={secret} onLeft={() => setLeft(true)} />}
      {!hasLeft && !secret && (
        <ErrorPanel
          className="mt-6"
          action={
            <ButtonLink to="/contact" variant="secondary">
              Contact us
            </ButtonLink>
          }
        >
          This link is not complete. Please open it from the letter again, or write to us.
        </ErrorPanel>
      )}
    </div>
  )
}

/** A press is asked for, because some mail programs open every link on their own to look at it. */
function UnsubscribeForm({ secret, onLeft }: { secret: string; onLeft: () => void }) {
  const { submit, isBusy, failure } = useSubmit()
  const leave = () =>
    submit({}, async () => {
      await api.post('/api/newsletter/leave', { body: { secret }, anonymous: true })
      onLeft()
      return undefined
    })
  return (
    <>
      <p className="mt-3 text-lg">Do you want to stop receiving our letters?</p>
      {failure !== null && (
        <ErrorPanel className="mt-5" title="You are still subscribed">
          {failure}
        </ErrorPanel>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button busy={isBusy} busyLabel="Unsubscribing..." onClick={leave}>
          Unsubscribe
        </Button>
        <ButtonLink to="/" variant="secondary">
          Keep the letters
        </ButtonLink>
      </div>
      <noscript>
        <p className="mt-5 text-muted-foreground">
          Unsubscribing here needs JavaScript. You can also write to us, and we take you off the list.
        </p>
      </noscript>
    </>
  )
}

function Left() {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <>
      <p ref={text} tabIndex={-1} className="mt-6 rounded-card bg-success-soft p-4 font-medium text-success">
        You are unsubscribed. No more letters will come.
      </p>
      <ButtonLink to="/shop" className="mt-5">
        Continue Shopping
      </ButtonLink>
    </>
  )
}
