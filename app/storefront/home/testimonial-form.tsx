import { useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { type ApiProblem, api, isAboutFields } from '#app/data/api.ts'
import { openDraft } from '#app/session/drafts.ts'
import type { SignedInUser } from '#app/session/sign-in.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { TextField } from '#app/ui/field.tsx'
import { ErrorSummary, useFormErrors } from '#app/ui/form-errors.tsx'
import { StarsInput } from '#app/ui/stars-input.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { TestimonialResponse } from '#contract/reviews.ts'
import { type Mistakes, onlyMistakes } from '#rules/form-mistakes.ts'

type TestimonialFormProps = { user: SignedInUser; onSent: () => void }

const otherwise = 'Failed to submit testimonial'

export function TestimonialForm({ user, onSent }: TestimonialFormProps) {
  const errors = useFormErrors((values) => checkTestimonial(readTestimonial(values)))
  const [draft] = useState(() => openDraft('testimonial', user.id, isTestimonial))
  const [first] = useState(() => draft.read())
  const { submit, isBusy, failure } = useSubmit()
  const [isAnswered, setAnswered] = useState(false)

  const send = async (values: FormData) => {
    const onFailure = (problem: ApiProblem) => {
      setAnswered(problem.status !== 0)
      return isAboutFields(problem)
    }
    await submit({ refuse: errors.refuse, onFailure }, async () => {
      const body = { name: user.email, ...readTestimonial(values) }
      await api.post<TestimonialResponse>('/api/testimonials', { body, otherwise })
      draft.remove()
      onSent()
      return undefined
    })
  }
  const follow: typeof errors.form.onChange = (event) => {
    errors.form.onChange(event)
    draft.write(readTestimonial(new FormData(event.currentTarget)))
  }
  return (
    <form
      {...errors.form}
      method="post"
      onChange={follow}
      onSubmit={errors.onSubmit(send)}
      className="grid gap-5"
    >
      <ErrorSummary {...errors.summary} />
      <StarsInput {...errors.field('rating')} label="Your rating" defaultValue={first?.rating} />
      <TextArea
        {...errors.field('quote')}
        label="Your testimonial"
        defaultValue={first?.quote}
        rows={4}
        countTo={longestQuote}
        required
      />
      <TextField
        {...errors.field('location')}
        label="Location"
        defaultValue={first?.location}
        optional
        maxLength={longestLocation}
        autoComplete="address-level2"
      />
      <p className="text-sm text-muted-foreground">
        Shown as {publicName(user)}. Your e-mail is never published.
      </p>
      {/* The shop's own message where it gave one; where nothing came back, also what did not work. */}
      {failure && <ErrorPanel title={isAnswered ? undefined : otherwise}>{failure}</ErrorPanel>}
      <Button type="submit" busy={isBusy} busyLabel="Submitting..." className="sm:justify-self-start">
        Submit testimonial
      </Button>
    </form>
  )
}

function publicName({ name }: SignedInUser): string {
  return name.split('@', 1)[0] ?? ''
}

export const longestQuote = 600
const longestLocation = 80

type TestimonialFields = { quote: string; location: string; rating: number }

export function readTestimonial(values: FormData): TestimonialFields {
  const read = (name: string) => String(values.get(name) ?? '').trim()
  return { quote: read('quote'), location: read('location'), rating: Number(read('rating')) || 5 }
}

export function checkTestimonial({ quote }: TestimonialFields): Mistakes<'quote'> {
  return onlyMistakes({ quote: quoteMistake(quote) })
}

function quoteMistake(quote: string): string | null {
  if (!quote) return 'Please write a few words.'
  return quote.length > longestQuote ? `Please use at most ${longestQuote} characters.` : null
}

/** A draft comes back from the browser's storage, where anything may have happened to it. */
export function isTestimonial(stored: unknown): stored is TestimonialFields {
  if (typeof stored !== 'object' || stored === null) return false
  const { quote, location, rating } = stored as Record<string, unknown>
  return typeof quote === 'string' && typeof location === 'string' && [1, 2, 3, 4, 5].includes(Number(rating))
}
