import { largestAddress, ShopPicture, type ShownDetails } from '#app/components/shown-product.tsx'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Stars } from '#app/ui/stars.tsx'
import type { Review } from '#contract/reviews.ts'
import { formatDate } from '#rules/dates.ts'
import { mostReviewPages, reviewsOnAPage } from '#rules/reviews.ts'

type ProductReviewsProps = {
  product: Pick<ShownDetails, 'rating' | 'reviewCount'>
  reviews: readonly Review[]
  page: number
}

/** What buyers say. A product without reviews has no such place. */
export function ProductReviews({ product: { rating, reviewCount }, reviews, page }: ProductReviewsProps) {
  if (rating === null) return null
  const pages = Math.min(mostReviewPages, Math.ceil(reviewCount / reviewsOnAPage))
  return (
    <section id="reviews" aria-labelledby="reviews-title">
      <h2 id="reviews-title">Reviews</h2>
      <p className="mt-3 flex flex-wrap items-center gap-2">
        <Stars rating={rating} />
        <span className="font-semibold">{rating.toFixed(1)} out of 5</span>
        <span className="text-muted-foreground">
          from {reviewCount} {reviewCount === 1 ? 'review' : 'reviews'} of people who bought it
        </span>
      </p>
      <ul className="mt-6 grid gap-6">
        {reviews.map((review) => (
          <ReviewItem key={review.id} review={review} />
        ))}
      </ul>
      {pages > 1 && (
        <nav aria-label="Pages of reviews" className="mt-6 flex flex-wrap gap-2">
          {page > 1 && (
            <ButtonLink variant="secondary" to={`?reviews=${page - 1}#reviews`}>
              Newer reviews
            </ButtonLink>
          )}
          {page < pages && (
            <ButtonLink variant="secondary" to={`?reviews=${page + 1}#reviews`}>
              More reviews
            </ButtonLink>
          )}
        </nav>
      )}
    </section>
  )
}

function ReviewItem({ review: { rating, text, name, town, photos, answer, createdAt } }: { review: Review }) {
  const { shopName } = useShopFacts()
  return (
    <li className="grid max-w-prose gap-2 border-t border-border pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-sans text-base font-semibold tracking-normal wrap-anywhere">{name}</h3>
        {town !== '' && <span className="text-muted-foreground wrap-anywhere">{town}</span>}
        <Stars rating={rating} size={16} />
        <time dateTime={createdAt.toISOString()} className="text-sm text-muted-foreground">
          {formatDate(createdAt)}
        </time>
      </div>
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      {photos.length > 0 && (
        <div className="flex gap-2">
          {photos.map(({ large }, place) => (
            <a
              key={large.id}
              href={largestAddress(large)}
              aria-label={`Photo ${place + 1} by ${name}`}
              className="w-24 flex-none rounded-control"
            >
              <ShopPicture
                picture={{ ...large, blur: null }}
                alt=""
                ratio="1/1"
                sizes="6rem"
                upTo={320}
                className="rounded-control"
              />
            </a>
          ))}
        </div>
      )}
      {answer !== null && (
        <div className="rounded-card bg-muted p-4">
          <p className="text-sm font-semibold">{shopName} answers</p>
          <p className="whitespace-pre-line wrap-anywhere">{answer}</p>
        </div>
      )}
    </li>
  )
}
