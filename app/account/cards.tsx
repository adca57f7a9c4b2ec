import type { ReactNode, Ref } from 'react'
import { useSubmit } from '../components/use-submit.ts'
import { api } from '../data/api.ts'
import { Button } from '../ui/button.tsx'
import { MailIcon } from '../ui/icons.tsx'
import sceneAvif from './shea-scene.avif'
import sceneWebp from './shea-scene.webp'

type AccountCardProps = { title: string; children: ReactNode; below?: ReactNode }

/** One short form on a card; on wide screens a picture stands beside it, which phones never load. */
export function AccountCard({ title, children, below }: AccountCardProps) {
  return (
    <div className="mx-auto grid max-w-store justify-center gap-10 px-gutter py-8 grid-cols-[minmax(0,25rem)] lg:grid-cols-[minmax(0,28rem)_25rem] lg:items-center lg:gap-18 lg:py-14">
      <picture className="hidden lg:block">
        <source type="image/avif" srcSet={sceneAvif} />
        <img
          src={sceneWebp}
          alt=""
          width={720}
          height={900}
          loading="lazy"
          className="aspect-4/5 w-full rounded-card bg-muted object-cover"
        />
      </picture>
      <div className="min-w-0">
        <h1>{title}</h1>
        <noscript>
          <p className="mt-4 rounded-control bg-warning-soft p-3 text-warning">
            Accounts need JavaScript. Switch it on in your browser, or order without an account.
          </p>
        </noscript>
        <div className="[@media(scripting:none)]:hidden">{children}</div>
        {below && <div className="mt-4 border-t border-border pt-3">{below}</div>}
      </div>
    </div>
  )
}

/** A link in a sentence under the form, high enough for a thumb. */
export const textLink =
  'inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4 hover:text-primary'

type CardProps = {
  /** Its place in the page's address. */
  id: string
  title: string
  /** To bring the focus here. */
  heading?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** One matter of the account. */
export function Card({ id, title, heading, children }: CardProps) {
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="rounded-card border border-border bg-card p-4 shadow-card md:p-6"
    >
      <h2 id={`${id}-title`} ref={heading} tabIndex={-1} className="w-fit rounded-control text-2xl">
        {title}
      </h2>
      <div className="mt-3">{children}</div>
    </section>
  )
}

export function ResendConfirmation({ email }: { email: string }) {
  const { submit, isBusy } = useSubmit()
  const send = () =>
    submit({ failed: 'The link was not sent' }, async () => {
      await api.post('/api/auth/resend-confirmation')
      return { title: 'Link sent', description: `Please look into the mail of ${email}.` }
    })
  return (
    <Button variant="secondary" busy={isBusy} busyLabel="Sending..." onClick={send}>
      Send a new link
    </Button>
  )
}

/** Nothing is closed to whoever has not confirmed yet, except their orders as a guest. */
export function ConfirmEmailHint({ email }: { email: string }) {
  return (
    <section
      aria-label="Confirm your email"
      className="flex gap-3 rounded-card bg-warning-soft p-4 text-warning"
    >
      <MailIcon className="mt-0.5" />
      <div className="grid min-w-0 flex-1 gap-3">
        <p>
          <strong className="block font-semibold">Please confirm your email</strong>
          Once you have pressed the link in our mail, orders that you placed as a guest appear here too.
        </p>
        <div>
          <ResendConfirmation email={email} />
        </div>
      </div>
    </section>
  )
}
