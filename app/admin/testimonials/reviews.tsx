import { type SubmitEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { type Fetched, useFetch } from '#app/data/use-fetch.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CheckIcon, ClockIcon, EyeOffIcon, StarIcon, TrashIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { Stars } from '#app/ui/stars.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { AdminReviewResponse } from '#contract/reviews.ts'
import { formatDate } from '#rules/dates.ts'
import { longestReview } from '#rules/reviews.ts'
import { useAdminCounts } from '../admin-counts.tsx'
import { choiceIn, FilterLinks, ListFrame, pageIn, rowsOnAPage } from '../list-frame.tsx'
import { May } from '../office-rights.tsx'

const filters = ['waiting', 'shown', 'hidden', 'all'] as const
const filterLabels = {
  waiting: 'Waiting',
  shown: 'Shown',
  hidden: 'Hidden',
  all: 'All',
} satisfies Record<(typeof filters)[number], string>

/** What buyers wrote about products; what waits to be read comes first. */
export function Reviews() {
  const [search] = useSearchParams()
  const show = choiceIn(search, 'show', filters)
  const list = useFetch<AdminReviewResponse[]>(
    `/api/reviews?show=${show}&page=${pageIn(search)}&limit=${rowsOnAPage}`,
  )
  return (
    <div className="grid gap-5">
      <div>
        <h1>Reviews</h1>
        <p className="mt-1 max-w-prose text-muted-foreground">
          What buyers wrote about products. Approved reviews stand on the product’s page and count in its
          stars.{' '}
          <Link to="/admin/settings#reviews_at_once" className="text-link underline">
            Show reviews at once
          </Link>{' '}
          is a setting.
        </p>
      </div>
      <FilterLinks choices={filters} labels={filterLabels} selected={show} />
      <ListFrame
        label="Reviews"
        list={list}
        failed="The reviews could not be loaded"
        empty={<NoReviews isWaiting={show === 'waiting'} />}
      >
        {(reviews) => (
          <ul className="grid gap-3">
            {reviews.map((review) => (
              <ReviewRow key={review.id} review={review} list={list} />
            ))}
          </ul>
        )}
      </ListFrame>
    </div>
  )
}

function NoReviews({ isWaiting }: { isWaiting: boolean }) {
  return (
    <EmptyState
      icon={StarIcon}
      title={isWaiting ? 'Nothing waits to be read' : 'None of these'}
      action={
        <ButtonLink to="?show=all" variant="secondary">
          Show all reviews
        </ButtonLink>
      }
    >
      Customers are asked for a review in the message after their delivery.
    </EmptyState>
  )
}

type ReviewRowProps = { review: AdminReviewResponse; list: Fetched<AdminReviewResponse[]> }

function ReviewRow({ review, list }: ReviewRowProps) {
  const { name, town, rating, text, state, photos, product_id, product_name, order_id, created_at } = review
  const { change, remove, isBusy } = useDecisions(review, list)
  const [open, setOpen] = useState<'answer' | 'delete' | null>(null)
  return (
    <li
      className={classNames(
        'grid gap-3 rounded-card border border-border p-4',
        state === 'hidden' ? 'border-dashed' : 'bg-card',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-sans text-base font-semibold tracking-normal wrap-anywhere">{name}</h2>
        {town !== '' && <span className="text-muted-foreground wrap-anywhere">{town}</span>}
        <Stars rating={rating} />
        {state === 'waiting' && <Badge icon={ClockIcon}>Waiting</Badge>}
        {state === 'hidden' && <Badge icon={EyeOffIcon}>Hidden</Badge>}
      </div>
      <p className="max-w-prose whitespace-pre-line wrap-anywhere">{text}</p>
      {photos.length > 0 && (
        <div className="flex gap-2">
          {photos.map(({ small, large }, place) => (
            <a key={large} href={large} target="_blank" rel="noreferrer">
              <img
                src={small}
                alt={`${place + 1} of ${photos.length} by ${name}`}
                className="size-24 rounded-control bg-muted object-cover"
              />
            </a>
          ))}
        </div>
      )}
      {open !== 'answer' && review.answer !== null && (
        <div className="max-w-prose rounded-card bg-muted p-3">
          <p className="text-sm font-semibold">Your answer</p>
          <p className="whitespace-pre-line wrap-anywhere">{review.answer}</p>
        </div>
      )}
      {open === 'answer' && (
        <AnswerForm
          review={review}
          isBusy={isBusy}
          onSend={async (answer) => (await change({ answer })) && setOpen(null)}
          onCancel={() => setOpen(null)}
        />
      )}
      <p className="text-sm text-muted-foreground">
        <Link to={`/product/${product_id}`} className="text-link underline">
          {product_name}
        </Link>
        {' · '}
        <Link to={`/admin/orders?order=${order_id}`} className="text-link underline">
          Order #{order_id}
        </Link>
        {' · '}
        <time dateTime={created_at}>{formatDate(new Date(created_at))}</time>
      </p>
      <div className="flex flex-wrap gap-2">
        {state !== 'shown' && (
          <Button size="sm" busy={isBusy} onClick={() => void change({ state: 'shown' })}>
            <CheckIcon size={20} />
            {state === 'waiting' ? 'Approve' : 'Show again'}
            <span className="sr-only"> the review of {name}</span>
          </Button>
        )}
        {state !== 'hidden' && (
          <Button
            variant="secondary"
            size="sm"
            busy={isBusy}
            onClick={() => void change({ state: 'hidden' })}
          >
            <EyeOffIcon size={20} />
            Hide<span className="sr-only"> the review of {name}</span>
          </Button>
        )}
        <Button variant="secondary" size="sm" onClick={() => setOpen('answer')}>
          {review.answer === null ? 'Answer' : 'Change answer'}
          <span className="sr-only"> to {name}</span>
        </Button>
        <May right="deletion">
          <Button variant="ghost" size="sm" onClick={() => setOpen('delete')}>
            <TrashIcon size={20} />
            Delete<span className="sr-only"> the review of {name}</span>
          </Button>
        </May>
      </div>
      <ConfirmDialog
        open={open === 'delete'}
        title={`Delete the review of ${name}?`}
        confirmLabel="Delete"
        destructive
        busy={isBusy}
        onConfirm={() => void remove()}
        onClose={() => setOpen(null)}
      >
        It is gone for good. A hidden review can come back.
      </ConfirmDialog>
    </li>
  )
}

type AnswerFormProps = {
  review: AdminReviewResponse
  isBusy: boolean
  onSend(answer: string): void
  onCancel(): void
}

function AnswerForm({ review, isBusy, onSend, onCancel }: AnswerFormProps) {
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSend(String(new FormData(event.currentTarget).get('answer') ?? ''))
  }
  return (
    <form method="post" onSubmit={send} className="grid max-w-prose gap-3">
      <TextArea
        name="answer"
        label="Your answer"
        help="Stands below the review. Leave it empty to take it away."
        rows={3}
        defaultValue={review.answer ?? ''}
        maxLength={longestReview.answer}
      />
      <div className="flex gap-2">
        <Button type="submit" size="sm" busy={isBusy}>
          Save answer
        </Button>
        <Button variant="secondary" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type Change = { state?: 'shown' | 'hidden'; answer?: string }

const done = { shown: 'The review is shown', hidden: 'The review is hidden' }

function useDecisions({ id }: AdminReviewResponse, { refetch }: Fetched<AdminReviewResponse[]>) {
  const { submit, isBusy } = useSubmit()
  const counts = useAdminCounts()
  const refresh = () => {
    refetch()
    counts.refetch()
  }
  const change = (body: Change) =>
    submit({ failed: 'Nothing was changed' }, async () => {
      await api.put(`/api/reviews/${id}`, { body })
      refresh()
      return { title: body.state ? done[body.state] : 'The answer is saved' }
    })
  const remove = () =>
    submit({ failed: 'The review was not deleted' }, async () => {
      await api.delete(`/api/reviews/${id}`)
      refresh()
      return { title: 'The review is deleted' }
    })
  return { change, remove, isBusy }
}
