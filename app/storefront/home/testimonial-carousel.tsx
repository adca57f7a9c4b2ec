import type { ReactNode } from 'react'
import { IconButton } from '#app/ui/icon-button.tsx'
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from '#app/ui/icons.tsx'
import { shownAtOnce, shownFrom } from './rotation.ts'
import { TestimonialCard } from './testimonial-card.tsx'
import { useRotation } from './use-rotation.ts'
import type { ShownTestimonial } from './use-testimonials.ts'
import { useTurnMotion } from './use-turn-motion.ts'

type TestimonialCarouselProps = { testimonials: readonly ShownTestimonial[]; title: ReactNode }

export function TestimonialCarousel({ testimonials, title }: TestimonialCarouselProps) {
  const rotation = useRotation(testimonials.length)
  const { turn, rotates, hold, stop } = rotation
  const row = useTurnMotion(turn)

  return (
    <>
      <div className="flex min-h-11 items-center gap-2">
        <div className="mr-auto">{title}</div>
        {testimonials.length > shownAtOnce && <Controls rotation={rotation} />}
      </div>
      <div className="-mx-2 mt-5 overflow-clip p-2 lg:mt-8">
        <ul
          ref={row}
          {...hold}
          aria-live={rotates ? 'off' : 'polite'}
          className="grid gap-tiles md:grid-cols-3"
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
    <>
      {mayRotate && (
        <IconButton
          label={isStopped ? 'Start rotating testimonials' : 'Pause testimonials'}
          variant="card"
          className="flex-none"
          onClick={toggle}
        >
          {isStopped ? <PlayIcon /> : <PauseIcon />}
        </IconButton>
      )}
      <div {...hold} className="flex flex-none gap-2">
        <IconButton label="Previous testimonial" variant="card" onClick={() => moveByHand(-1)}>
          <ChevronLeftIcon />
        </IconButton>
        <IconButton label="Next testimonial" variant="card" onClick={() => moveByHand(1)}>
          <ChevronRightIcon />
        </IconButton>
      </div>
    </>
  )
}
