import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useSubmit } from '#app/components/use-submit.ts'
import { fitPhoto } from '#app/data/shrink-photo.ts'
import { upload } from '#app/data/upload.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FilePicker } from '#app/ui/file-picker.tsx'
import { ErrorSummary, useFormErrors } from '#app/ui/form-errors.tsx'
import { StarsInput } from '#app/ui/stars-input.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { OrderToReview, ReviewedLine, WrittenReviewResponse } from '#contract/reviews.ts'
import { normalisePhone } from '#rules/phone-number.ts'
import { longestReview, mostReviewPhotos, reviewMistakes, reviewPath } from '#rules/reviews.ts'

type ShownLine = Omit<ReviewedLine, 'picture'> & { picture: string | undefined }

/** The order as the page shows it; the key is empty where the phone number has to prove whose it is. */
export type ReviewedOrder = Omit<OrderToReview, 'lines'> & { key: string; lines: ShownLine[] }

type Picked = { id: string; file: File; preview: string }

/** Stars, words and up to two photos of one product. */
export function ReviewForm({ order, line }: { order: ReviewedOrder; line: ShownLine }) {
  const { form, field, summary, onSubmit, refuse } = useFormErrors((values) => findMistakes(values, order))
  const { submit, isBusy, failure } = useSubmit()
  const [picked, setPicked] = useState<readonly Picked[]>([])
  const navigate = useNavigate()
  const { trackingCode: code, key } = order

  const showThanks = () => navigate(reviewPath(code, { key }), { replace: true, preventScrollReset: true })
  const send = (values: FormData) =>
    submit(
      {
        refuse,
        onFailure: async (problem) => {
          if (problem.code === 'already_reviewed') await showThanks()
          return problem.code === 'already_reviewed' || Object.keys(problem.fields ?? {}).length > 0
        },
      },
      async () => {
        values.set('code', code)
        if (key !== '') values.set('key', key)
        values.set('product_id', String(line.productId))
        values.delete('photos')
        for (const { file } of picked) values.append('photos', (await fitPhoto(file)) ?? file, 'photo.jpg')
        await upload<WrittenReviewResponse>('POST', '/api/reviews', values)
        await showThanks()
        return { title: 'Thank you for your review', description: line.name }
      },
    )
  return (
    <form
      {...form}
      method="post"
      onSubmit={onSubmit((values) => void send(values))}
      aria-label={`Review of ${line.name}`}
      className="grid gap-5 rounded-card border border-border bg-card p-5 shadow-card [@media(scripting:none)]:hidden"
    >
      <ErrorSummary {...summary} />
      <StarsInput {...field('rating')} label={`How do you like ${line.name}?`} defaultValue={0} />
      <TextArea {...field('text')} label="Your review" rows={5} required maxLength={longestReview.text} />
      <FilePicker
        id={field('photos').id}
        label="Photos"
        help="Up to two, for example of the texture or of your skin afterwards."
        error={field('photos').error}
        optional
        multiple
        buttonLabel="Choose photos"
        files={picked.map(({ id, file, preview }) => ({ id, name: file.name, size: file.size, preview }))}
        onAdd={(files) => setPicked([...picked, ...files.map(toPicked)].slice(0, mostReviewPhotos))}
        onRemove={(id) => setPicked(picked.filter((each) => each.id !== id))}
      />
      <TextField
        {...field('name')}
        label="First name"
        help="Shown with your review."
        required
        defaultValue={order.firstName}
        maxLength={longestReview.name}
        autoComplete="given-name"
      />
      <TextField
        {...field('town')}
        label="Town"
        optional
        defaultValue={order.town}
        maxLength={longestReview.town}
        autoComplete="address-level2"
      />
      {key === '' && (
        <TextField
          {...field('phone')}
          label="Phone number of the order"
          help="Only to check that the order is yours. It is not shown."
          required
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={longestReview.phone}
        />
      )}
      {failure && (
        <ErrorPanel title="Your review was not sent">{failure} Your text is still here.</ErrorPanel>
      )}
      <Button type="submit" busy={isBusy} busyLabel="Sending...">
        Send review
      </Button>
    </form>
  )
}

function toPicked(file: File): Picked {
  return { id: `${file.name} ${file.lastModified}`, file, preview: URL.createObjectURL(file) }
}

function findMistakes(values: FormData, { key }: ReviewedOrder): Record<string, string> {
  const read = (name: string) => String(values.get(name) ?? '')
  const written = { text: read('text'), name: read('name'), town: read('town') }
  const mistakes = reviewMistakes({ rating: Number(read('rating')), ...written })
  if (key !== '' || normalisePhone(read('phone')) !== null) return mistakes
  return { ...mistakes, phone: 'Please enter the phone number of the order' }
}
