import { useLocation, useSearchParams } from 'react-router'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { EyeIcon, EyeOffIcon } from '#app/ui/icons.tsx'
import { QuoteIcon } from '#app/ui/office-icons.tsx'
import { Stars } from '#app/ui/stars.tsx'
import type { AdminTestimonialResponse } from '#contract/reviews.ts'
import { formatDate } from '#rules/dates.ts'
import { choiceIn, FilterLinks, ListFrame, pageIn, rowsOnAPage, useRowReplacer } from '../list-frame.tsx'
import type { Route } from './+types/testimonials-page.ts'
import { Reviews } from './reviews.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: isAboutProducts(args.location) ? 'Reviews' : 'Testimonials', hidden: true })
}

const filters = ['all', 'shown', 'hidden'] as const
const filterLabels = { all: 'All', shown: 'Shown', hidden: 'Hidden' } satisfies Record<
  (typeof filters)[number],
  string
>

function isAboutProducts({ pathname }: { pathname: string }): boolean {
  return pathname === '/admin/reviews'
}

/** Two addresses share one page: another one would cost every page of the shop some bytes. */
export default function PraisePage() {
  return isAboutProducts(useLocation()) ? <Reviews /> : <Testimonials />
}

/** What customers wrote about the shop, and what of it the shop shows. */
function Testimonials() {
  const [search] = useSearchParams()
  const show = choiceIn(search, 'show', filters)
  const list = useFetch<AdminTestimonialResponse[]>(
    `/api/testimonials?admin=1&show=${show}&page=${pageIn(search)}&limit=${rowsOnAPage}`,
  )
  const replaceRow = useRowReplacer(list)
  return (
    <div className="grid gap-5">
      <div>
        <h1>Testimonials</h1>
        <p className="mt-1 max-w-prose text-muted-foreground">
          What customers wrote about the shop. A hidden one leaves the home page at once and can come back
          unchanged.
        </p>
      </div>
      <FilterLinks choices={filters} labels={filterLabels} selected={show} />
      <ListFrame
        label="Testimonials"
        list={list}
        failed="The testimonials could not be loaded"
        empty={<NoTestimonials isFiltered={show !== 'all'} />}
      >
        {(testimonials) => (
          <ul className="grid gap-3">
            {testimonials.map((testimonial) => (
              <TestimonialRow key={testimonial.id} testimonial={testimonial} onChanged={replaceRow} />
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

type TestimonialRowProps = {
  testimonial: AdminTestimonialResponse
  onChanged(changed: AdminTestimonialResponse): void
}

function TestimonialRow({ testimonial, onChanged }: TestimonialRowProps) {
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
        <span className="sr-only"> the testimonial of {name}</span>
      </Button>
    </li>
  )
}

function useHide(testimonial: AdminTestimonialResponse, onChanged: TestimonialRowProps['onChanged']) {
  const { submit, isBusy } = useSubmit()
  const hide = (hidden: boolean, isUndoing = false) =>
    submit({ failed: 'Nothing was changed' }, async () => {
      const path = `/api/testimonials/${testimonial.id}`
      onChanged(await api.put<AdminTestimonialResponse>(path, { body: { hidden } }))
      return {
        title: hidden ? 'The testimonial is hidden' : 'The testimonial is shown again',
        ...(!isUndoing && { action: { label: 'Undo', onPress: () => void hide(!hidden, true) } }),
      }
    })
  return { hide, isBusy }
}
