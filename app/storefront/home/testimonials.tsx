import type { Section } from '#app/data/section.ts'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { ShareYours } from './share-yours.tsx'
import { TestimonialCarousel } from './testimonial-carousel.tsx'
import { type ShownTestimonial, useTestimonials } from './use-testimonials.ts'

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
