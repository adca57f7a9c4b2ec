import { useState } from 'react'
import { api } from '#app/data/api.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { EyeIcon, EyeOffIcon } from '#app/ui/icons.tsx'
import { Stars } from '#app/ui/stars.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import type { AdminTestimonialResponse } from '#contract/testimonials.ts'
import { formatDate } from '#rules/dates.ts'

type TestimonialRowProps = {
  testimonial: AdminTestimonialResponse
  onChanged(changed: AdminTestimonialResponse): void
}

export function TestimonialRow({ testimonial, onChanged }: TestimonialRowProps) {
  const { name, location, quote, rating, hidden, created_at } = testimonial
  const { hide, isBusy } = useHide(testimonial, onChanged)
  const Icon = hidden ? EyeIcon : EyeOffIcon
  return (
    <li
      className={classNames(
        'flex flex-wrap items-start gap-x-6 gap-y-3 rounded-card border border-border p-4',
        hidden ? 'border-dashed' : 'bg-card',
      )}
    >
      <div className="grid min-w-0 flex-1 basis-64 gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-sans text-base font-semibold tracking-normal wrap-anywhere">{name}</h2>
          {location !== '' && <span className="text-muted-foreground wrap-anywhere">{location}</span>}
          <Stars rating={rating} />
          {hidden && <Badge icon={EyeOffIcon}>Hidden</Badge>}
        </div>
        <p
          className={classNames(
            'max-w-prose whitespace-pre-line wrap-anywhere',
            hidden && 'text-muted-foreground',
          )}
        >
          {quote}
        </p>
        <time dateTime={created_at} className="text-sm text-muted-foreground tabular-nums">
          {formatDate(new Date(created_at))}
        </time>
      </div>
      <Button variant="secondary" size="sm" busy={isBusy} onClick={() => void hide(!hidden)}>
        <Icon size={20} />
        {hidden ? 'Show again' : 'Hide'}
        <VisuallyHidden> the testimonial of {name}</VisuallyHidden>
      </Button>
    </li>
  )
}

function useHide(testimonial: AdminTestimonialResponse, onChanged: TestimonialRowProps['onChanged']) {
  const { show } = useToasts()
  const [isBusy, setBusy] = useState(false)
  const hide = async (hidden: boolean, isUndoing = false) => {
    setBusy(true)
    try {
      onChanged(
        await api.put<AdminTestimonialResponse>(`/api/testimonials/${testimonial.id}`, { body: { hidden } }),
      )
      show({
        title: hidden ? 'The testimonial is hidden' : 'The testimonial is shown again',
        tone: 'success',
        ...(!isUndoing && { action: { label: 'Undo', onPress: () => void hide(!hidden, true) } }),
      })
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      show({ title: 'Nothing was changed', description, tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return { hide, isBusy }
}
