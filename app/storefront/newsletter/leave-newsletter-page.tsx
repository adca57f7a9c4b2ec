import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import type { Route } from './+types/leave-newsletter-page.ts'

const texts = {
  leave: {
    title: 'Unsubscribe',
    description: 'Stop our letters with one tap.',
    path: '/api/newsletter/leave',
    question: 'Do you want to stop receiving our letters?',
    action: 'Unsubscribe',
    busy: 'Unsubscribing...',
    other: 'Keep the letters',
    failed: 'You are still subscribed',
    withoutScript:
      'Unsubscribing here needs JavaScript. You can also write to us, and we take you off the list.',
    done: 'You are unsubscribed. No more letters will come.',
  },
  offers: {
    title: 'Stop our offers',
    description: 'Stop our offers on your phone with one tap.',
    path: '/api/offers/leave',
    question: 'Do you want no more offers on your phone? News about your orders still come.',
    action: 'Stop the offers',
    busy: 'Stopping...',
    other: 'Keep the offers',
    failed: 'You still get our offers',
    withoutScript:
      'Stopping here needs JavaScript. You can also write STOP to us on WhatsApp, and no more offers come.',
    done: 'Done. No more offers will come.',
  },
  join: {
    title: 'Confirm our letters',
    description: 'Shows us that you asked for our letters.',
    path: '/api/newsletter/confirm',
    question: 'Do you want to receive our letters? At most two come in a month.',
    action: 'Yes, send me the letters',
    busy: 'Confirming...',
    other: 'No, thank you',
    failed: 'You are not subscribed yet',
    withoutScript: 'Confirming here needs JavaScript. You can also write to us.',
    done: 'Thank you. The next letter comes to you.',
  },
}

type Texts = (typeof texts)['leave']

export function meta(args: Route.MetaArgs) {
  const { title, description } = wordsFor(new URLSearchParams(args.location.search))
  return pageMeta(args, { title, description, hidden: true })
}

function wordsFor(search: URLSearchParams): Texts {
  if (search.has('offers')) return texts.offers
  return search.has('join') ? texts.join : texts.leave
}

/** One page for both links of a letter and that of an SMS: another route would cost every page of the shop some bytes. */
export default function LeaveNewsletterPage() {
  const [search] = useSearchParams()
  const secret = search.get('offers') || search.get('join') || search.get('secret')
  const words = wordsFor(search)
  const [isDone, setDone] = useState(false)
  return (
    <div className="mx-auto max-w-form px-gutter py-10 lg:py-18">
      <h1>{search.has('offers') ? 'Our offers' : 'Our letters'}</h1>
      {isDone && <Done>{words.done}</Done>}
      {!isDone && secret && <Question words={words} secret={secret} onDone={() => setDone(true)} />}
      {!isDone && !secret && (
        <ErrorPanel
          className="mt-6"
          action={
            <ButtonLink to="/contact" variant="secondary">
              Contact us
            </ButtonLink>
          }
        >
          This link is not complete. Please open it from our message again, or write to us.
        </ErrorPanel>
      )}
    </div>
  )
}

type QuestionProps = { words: Texts; secret: string; onDone: () => void }

/** A press is asked for, because some mail programs open every link on their own to look at it. */
function Question({ words, secret, onDone }: QuestionProps) {
  const { submit, isBusy, failure } = useSubmit()
  const answer = () =>
    submit({}, async () => {
      await api.post(words.path, { body: { secret }, anonymous: true })
      onDone()
      return undefined
    })
  return (
    <>
      <p className="mt-3 text-lg">{words.question}</p>
      {failure !== null && (
        <ErrorPanel className="mt-5" title={words.failed}>
          {failure}
        </ErrorPanel>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button busy={isBusy} busyLabel={words.busy} onClick={answer}>
          {words.action}
        </Button>
        <ButtonLink to="/" variant="secondary">
          {words.other}
        </ButtonLink>
      </div>
      <noscript>
        <p className="mt-5 text-muted-foreground">{words.withoutScript}</p>
      </noscript>
    </>
  )
}

function Done({ children }: { children: string }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <>
      <p ref={text} tabIndex={-1} className="mt-6 rounded-card bg-success-soft p-4 font-medium text-success">
        {children}
      </p>
      <ButtonLink to="/shop" className="mt-5">
        Continue Shopping
      </ButtonLink>
    </>
  )
}
