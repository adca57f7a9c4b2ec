import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { api } from '#app/data/api.ts'
import type { Section } from '#app/data/shop-context.ts'
import { useAuth } from '#app/session/auth.tsx'
import { loginPath, type SignedInUser } from '#app/session/sign-in.ts'
import { ButtonLink, IconButton } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { ChevronLeftIcon, ChevronRightIcon, CircleCheckIcon, createIcon, PauseIcon } from '#app/ui/icons.tsx'
import { Stars } from '#app/ui/stars.tsx'
import type { Testimonial, TestimonialResponse } from '#contract/reviews.ts'
import { shownAtOnce, shownFrom, useRotation, useTurnMotion } from './use-rotation.ts'

/** Lucide's play. Every page loads the icons; this one is for the home page alone. */
const PlayIcon = createIcon(
  'M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z',
)

type TestimonialsProps = { testimonials: Section<readonly ShownTestimonial[]> }

export function Testimonials({ testimonials }: TestimonialsProps) {
  const { list, isLoading, reload } = useTestimonials(testimonials)
  return (
    <section id="testimonials" aria-labelledby="testimonials-title" className="bg-muted py-section">
      <div className="mx-auto max-w-store px-gutter">
        {!list.ok && (
          <>
            <Title />
            <ErrorPanel className="mt-5" onRetry={reload} retrying={isLoading}>
              Failed to load testimonials
            </ErrorPanel>
          </>
        )}
        {list.ok && <Shown testimonials={list.value} />}
        <ShareYours onShared={reload} />
      </div>
    </section>
  )
}

function Shown({ testimonials }: { testimonials: readonly ShownTestimonial[] }) {
  const [newest] = testimonials
  if (!newest) {
    return (
      <>
        <Title />
        <p className="mt-3 text-lg text-muted-foreground">Be the first to share.</p>
      </>
    )
  }
  // With a new testimonial the row begins anew: its writer wants to see it.
  return <TestimonialCarousel key={newest.id} testimonials={testimonials} title={<Title />} />
}

function Title() {
  return <h2 id="testimonials-title">What our customers say</h2>
}

type TestimonialCarouselProps = { testimonials: readonly ShownTestimonial[]; title: ReactNode }

function TestimonialCarousel({ testimonials, title }: TestimonialCarouselProps) {
  const rotation = useRotation(testimonials.length)
  const { turn, rotates, hold, stop } = rotation
  const row = useTurnMotion(turn)

  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center gap-2">
        <div className="flex-1">{title}</div>
        {testimonials.length > shownAtOnce && <Controls rotation={rotation} />}
      </div>
      <div className="-mx-2 mt-5 overflow-clip p-2 lg:mt-8">
        <ul
          ref={row}
          {...hold}
          aria-live={rotates ? 'off' : 'polite'}
          // Otherwise the browser holds on to a card that moves up, and takes the page along.
          className="grid gap-tiles [overflow-anchor:none] md:grid-cols-3"
        >
          {shownFrom(testimonials, turn.start).map((testimonial) => (
            <TestimonialCard key={testimonial.id} testimonial={testimonial} onOpen={stop} />
          ))}
        </ul>
      </div>
    </>
  )
}

function Controls({ rotation }: { rotation: ReturnType<typeof useRotation> }) {
  const { mayRotate, isStopped, toggle, moveByHand, hold } = rotation
  return (
    <div className="flex gap-2">
      {mayRotate && (
        <IconButton
          label={isStopped ? 'Start rotating testimonials' : 'Pause testimonials'}
          variant="card"
          onClick={toggle}
        >
          {isStopped ? <PlayIcon /> : <PauseIcon />}
        </IconButton>
      )}
      <div {...hold} className="flex gap-2">
        <IconButton label="Previous testimonial" variant="card" onClick={() => moveByHand(-1)}>
          <ChevronLeftIcon />
        </IconButton>
        <IconButton label="Next testimonial" variant="card" onClick={() => moveByHand(1)}>
          <ChevronRightIcon />
        </IconButton>
      </div>
    </div>
  )
}

type TestimonialCardProps = { testimonial: ShownTestimonial; onOpen: () => void }

/** Every card has the same height, so that nothing below moves when they change places. A long quote opens on request. */
function TestimonialCard({ testimonial, onOpen }: TestimonialCardProps) {
  const { name, location, quote, rating } = testimonial
  const quoteText = useRef<HTMLQuoteElement>(null)
  const [isLong, setLong] = useState(false)
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    if (quoteText.current) setLong(quoteText.current.scrollHeight > quoteText.current.clientHeight)
  }, [])

  const toggle = () => {
    onOpen()
    setOpen((open) => !open)
  }
  return (
    <li className="flex flex-col gap-3 rounded-card border border-border bg-card p-5 shadow-card">
      <Stars rating={rating} />
      <blockquote ref={quoteText} className={classNames('min-h-30 wrap-anywhere', !isOpen && 'line-clamp-5')}>
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

type ShareYoursProps = { onShared: () => Promise<void> }

/** Most visitors are not signed in: they do not pay for loading the form. */
const TestimonialForm = lazy(async () => {
  const { TestimonialForm: Form } = await import('./testimonial-form.tsx')
  return { default: Form }
})

function ShareYours({ onShared }: ShareYoursProps) {
  const { user } = useAuth()
  return user ? <WriteYours user={user} onShared={onShared} /> : <LogInFirst />
}

function LogInFirst() {
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3 lg:mt-8">
      <p className="text-muted-foreground">Have you tried something of ours?</p>
      <ButtonLink to={loginPath('/#testimonials')} variant="secondary">
        Log in to share yours
      </ButtonLink>
    </div>
  )
}

function WriteYours({ user, onShared }: ShareYoursProps & { user: SignedInUser }) {
  const [sent, setSent] = useState(0)
  const thanks = useRef<HTMLParagraphElement>(null)

  // The form begins anew, so the pressed button is gone: the focus goes to the thanks above it.
  useEffect(() => {
    if (sent > 0) thanks.current?.focus()
  }, [sent])

  const onSent = () => {
    setSent((count) => count + 1)
    void onShared()
  }
  return (
    <div className="mt-8 grid gap-x-10 gap-y-4 rounded-card border border-border bg-card p-5 shadow-card lg:grid-cols-[1fr_35rem] lg:p-8">
      <div>
        <h3>Write yours</h3>
        <p className="mt-2 text-muted-foreground">Your words help the next person to choose.</p>
      </div>
      <div className="grid content-start gap-5">
        <div role="status" className="empty:hidden">
          {sent > 0 && (
            <p
              ref={thanks}
              tabIndex={-1}
              className="flex items-center gap-3 rounded-card bg-success-soft p-4 font-medium text-success"
            >
              <CircleCheckIcon />
              Testimonial submitted! Thank you.
            </p>
          )}
        </div>
        <Suspense>
          <TestimonialForm key={sent} user={user} onSent={onSent} />
        </Suspense>
      </div>
    </div>
  )
}

type ShownTestimonial = Pick<Testimonial, 'id' | 'name' | 'location' | 'quote' | 'rating'>

export const testimonialsOnHome = 12

/** Begins with what the server wrote into the page. A reload asks the shop itself, because a cached page may be older. */
function useTestimonials(written: Section<readonly ShownTestimonial[]>) {
  const [list, setList] = useState(written)
  const [isLoading, setLoading] = useState(false)

  const reload = async () => {
    setLoading(true)
    try {
      const query = { limit: testimonialsOnHome }
      setList({ ok: true, value: await api.get<TestimonialResponse[]>('/api/testimonials', { query }) })
    } catch {
      // What is on the screen stays there: an old list is better than none.
    } finally {
      setLoading(false)
    }
  }
  return { list, isLoading, reload }
}
