import { useEffect, useRef, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api, isAboutFields } from '#app/data/api.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { TextField } from '#app/ui/field.tsx'
import { textIn, useFormErrors } from '#app/ui/form-errors.tsx'
import { CircleCheckIcon } from '#app/ui/icons.tsx'
import type { JoinedResponse } from '#contract/messages.ts'
import { emailMistake, longestEmail } from '#rules/account-fields.ts'
import { onlyMistakes } from '#rules/form-mistakes.ts'

export function NewsletterBox() {
  const [thankYou, setThankYou] = useState('')
  const thanks = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (thankYou) thanks.current?.focus()
  }, [thankYou])
  return (
    <section aria-labelledby="newsletter" className="mx-auto max-w-store px-gutter py-section">
      <div className="grid gap-x-10 gap-y-4 rounded-card bg-accent p-5 md:grid-cols-2 md:p-8 lg:items-center lg:p-14">
        <div>
          <h2 id="newsletter">Letters about good skin</h2>
          <p className="mt-3">
            New products, and what to do when the season turns. At most two letters a month.
          </p>
        </div>
        {thankYou ? (
          <p
            ref={thanks}
            tabIndex={-1}
            className="flex items-center gap-3 rounded-card bg-success-soft p-4 font-medium text-success"
          >
            <CircleCheckIcon />
            {thankYou}
          </p>
        ) : (
          <NewsletterForm onJoined={setThankYou} />
        )}
      </div>
    </section>
  )
}

function NewsletterForm({ onJoined }: { onJoined: (thankYou: string) => void }) {
  const { form, field, summary, onSubmit, refuse } = useFormErrors((values) =>
    onlyMistakes({ email: emailMistake(textIn(values, 'email')) }),
  )
  const { submit, isBusy, failure } = useSubmit()

  const email = field('email')
  useEffect(() => {
    if (summary.attempt > 0) document.getElementById(email.id)?.focus()
  }, [summary.attempt, email.id])

  const send = async (values: FormData) => {
    await submit({ refuse, onFailure: isAboutFields }, async () => {
      const body = { email: textIn(values, 'email'), website: textIn(values, 'website') }
      const joined = await api.post<JoinedResponse>('/api/newsletter', { body, anonymous: true })
      onJoined(
        joined.needs_confirmation
          ? 'Thank you. Please press the button in the mail that we send you now.'
          : 'Thank you. The next letter comes to you.',
      )
      return undefined
    })
  }
  return (
    <form {...form} method="post" onSubmit={onSubmit(send)} className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-start">
        <TextField
          {...email}
          label="Email"
          type="email"
          required
          inputMode="email"
          autoComplete="email"
          enterKeyHint="send"
          maxLength={longestEmail}
        />
        <Button
          type="submit"
          data-needs-script=""
          busy={isBusy}
          busyLabel="Subscribing..."
          className="sm:mt-6.5"
        >
          Subscribe
        </Button>
      </div>
      {/* Programs fill in every field they find; people cannot see this one. */}
      <div hidden>
        <input name="website" aria-label="Leave this empty" tabIndex={-1} autoComplete="off" />
      </div>
      {failure !== null && <ErrorPanel title="You are not subscribed yet">{failure}</ErrorPanel>}
      <p className="text-sm text-muted-foreground">
        We use your address for these letters only. Every letter has a link to unsubscribe.
      </p>
      <noscript>
        <p className="text-sm text-muted-foreground">Subscribing needs JavaScript.</p>
      </noscript>
    </form>
  )
}
