import { useEffect, useRef, useState } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { Stars } from '#app/ui/stars.tsx'
import type { ShownTestimonial } from './use-testimonials.ts'

type TestimonialCardProps = { testimonial: ShownTestimonial; onOpen: () => void }

/** Every card has the same height, so that nothing below moves when they change places. Long words open on request. */
export function TestimonialCard({ testimonial, onOpen }: TestimonialCardProps) {
  const { name, location, quote, rating } = testimonial
  const words = useRef<HTMLQuoteElement>(null)
  const [isLong, setLong] = useState(false)
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    if (words.current) setLong(words.current.scrollHeight > words.current.clientHeight)
  }, [])

  const toggle = () => {
    onOpen()
    setOpen((open) => !open)
  }
  return (
    <li className="flex flex-col gap-3 rounded-card border border-border bg-card p-5 shadow-card">
      <Stars rating={rating} />
      <blockquote ref={words} className={classNames('min-h-30', !isOpen && 'line-clamp-5')}>
        {quote}
      </blockquote>
      <div className="mt-auto flex min-h-11 items-center gap-3">
        <p className="mr-auto min-w-0 text-sm">
          <span className="block truncate font-semibold">{name}</span>
          {location && <span className="block truncate text-muted-foreground">{location}</span>}
        </p>
        {isLong && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={toggle}
            className="min-h-11 flex-none rounded-control px-2 text-sm font-semibold text-link underline underline-offset-4"
          >
            {isOpen ? 'Show less' : 'Read more'}
            <span className="sr-only"> from {name}</span>
          </button>
        )}
      </div>
    </li>
  )
}
