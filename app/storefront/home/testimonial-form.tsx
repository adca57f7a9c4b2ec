import { useState } from 'react'
import { api } from '#app/data/api.ts'
import { isApiProblem } from '#app/data/api-problem.ts'
import { openDraft } from '#app/session/drafts.ts'
import type { SignedInUser } from '#app/session/session-state.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { StarsInput } from '#app/ui/stars.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useFormErrors } from '#app/ui/use-form-errors.ts'
import type { TestimonialResponse } from '#contract/testimonials.ts'
import {
  checkTestimonial,
  isTestimonial,
  longestLocation,
  longestQuote,
  readTestimonial,
} from './testimonial-fields.ts'

type TestimonialFormProps = { user: SignedInUser; onSent: () => void }

const otherwise = 'Failed to submit testimonial'

export function TestimonialForm({ user, onSent }: TestimonialFormProps) {
  const errors = useFormErrors((values) => checkTestimonial(readTestimonial(values)))
  const [draft] = useState(() => openDraft('testimonial', user.id, isTestimonial))
  const [first] = useState(() => draft.read())
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  const send = async (values: FormData) => {
    setSaving(true)
    setFailure(null)
    try {
      const body = { name: user.email, ...readTestimonial(values) }
      await api.post<TestimonialResponse>('/api/testimonials', { body, otherwise })
      draft.forget()
      onSent()
    } catch (error) {
      if (isApiProblem(error) && Object.keys(error.fields).length > 0) errors.refuse(error.fields)
      else setFailure(error)
    } finally {
      setSaving(false)
    }
  }
  const follow: typeof errors.form.onChange = (event) => {
    errors.form.onChange(event)
    draft.keep(readTestimonial(new FormData(event.currentTarget)))
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
      {failure !== null && <NotSaved error={failure} />}
      <Button type="submit" busy={isSaving} busyLabel="Submitting..." className="sm:justify-self-start">
        Submit testimonial
      </Button>
    </form>
  )
}

/** The shop's own words where it gave some; where nothing came back, also why. */
function NotSaved({ error }: { error: unknown }) {
  const isAnswered = isApiProblem(error) && error.status !== 0
  if (isAnswered) return <ErrorPanel>{error.message}</ErrorPanel>
  return <ErrorPanel title={otherwise}>{isApiProblem(error) && error.message}</ErrorPanel>
}

function publicName({ name }: SignedInUser): string {
  return name.split('@', 1)[0] ?? ''
}
