import { useSearchParams } from 'react-router'
import { useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { QuoteIcon } from '#app/ui/signed-in-icons.tsx'
import type { AdminTestimonialResponse } from '#contract/testimonials.ts'
import { adminHandle } from '../admin-handle.ts'
import { addressWith, choiceIn, pageIn } from '../list-address.ts'
import { ListFrame, rowsOnAPage } from '../list-frame.tsx'
import { useRowReplacer } from '../use-row-replacer.ts'
import type { Route } from './+types/testimonials-page.ts'
import { TestimonialRow } from './testimonial-row.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Testimonials', hidden: true })
}

export const handle = adminHandle

const filters = ['all', 'shown', 'hidden'] as const
const filterWords = { all: 'All', shown: 'Shown', hidden: 'Hidden' } satisfies Record<
  (typeof filters)[number],
  string
>

/** What customers wrote about the shop, and what of it the shop shows. */
export default function TestimonialsPage() {
  const [search] = useSearchParams()
  const show = choiceIn(search, 'show', filters)
  const list = useFetch<AdminTestimonialResponse[]>(
    `/api/testimonials?admin=1&show=${show}&page=${pageIn(search)}&limit=${rowsOnAPage}`,
  )
  const take = useRowReplacer(list)
  return (
    <div className="grid gap-5">
      <div>
        <h1>Testimonials</h1>
        <p className="mt-1 max-w-prose text-muted-foreground">
          What customers wrote about the shop. A hidden one leaves the home page at once and can come back
          unchanged.
        </p>
      </div>
      <nav aria-label="Filter" className="flex flex-wrap gap-2">
        {filters.map((filter) => (
          <ChipLink
            key={filter}
            to={addressWith(search, { show: filter === 'all' ? null : filter, page: null })}
            selected={filter === show}
          >
            {filterWords[filter]}
          </ChipLink>
        ))}
      </nav>
      <ListFrame
        label="Testimonials"
        list={list}
        failed="The testimonials could not be loaded"
        empty={<NoTestimonials isFiltered={show !== 'all'} />}
      >
        {(testimonials) => (
          <ul className="grid gap-3">
            {testimonials.map((testimonial) => (
              <TestimonialRow key={testimonial.id} testimonial={testimonial} onChanged={take} />
            ))}
          </ul>
        )}
      </ListFrame>
    </div>
  )
}

function NoTestimonials({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={QuoteIcon}
        title="None of these"
        action={
          <ButtonLink to="/admin/testimonials" variant="secondary">
            Show all testimonials
          </ButtonLink>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={QuoteIcon}
      title="No testimonials yet"
      action={
        <ButtonLink to="/" variant="secondary">
          Visit the home page
        </ButtonLink>
      }
    >
      Signed-in customers can write one on the home page.
    </EmptyState>
  )
}
