import { useEffect, useRef, useState } from 'react'
import { readWishlist, saveToWishlist } from '#app/cart/wishlist.ts'
import { ProductGrid } from '#app/components/product-card.tsx'
import { QuickChoose } from '#app/components/quick-choose.tsx'
import {
  largestAddress,
  ShopPicture,
  type ShownDetails,
  type ShownProduct,
} from '#app/components/shown-product.tsx'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { stored } from '#app/data/stored.ts'
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

type MoreProductsProps = { title: string; products: readonly ShownProduct[] }

/** A row of other products; nothing at all where there are none. */
export function MoreProducts({ title, products }: MoreProductsProps) {
  if (products.length === 0) return null
  return (
    <section>
      <h2 className="mb-5">{title}</h2>
      <ProductGrid chooser={QuickChoose} products={products} columns={4} heading="h3" />
    </section>
  )
}

/** Numbers of products, the newest first, on this device only; they go when somebody signs out. */
const recentStore = stored('adom_recently_viewed', readWishlist)

/** What was looked at before, at the end of the page. A first visit has seen nothing yet and loads nothing for it. */
export function RecentlyViewed({ id }: { id: number }) {
  const place = useRef<HTMLDivElement>(null)
  const [products, setProducts] = useState<readonly ShownProduct[]>([])
  useEffect(() => {
    const before = recentStore.read().filter((each) => each !== id)
    recentStore.write(saveToWishlist(before, id))
    if (before.length === 0 || !place.current) return
    const leaving = new AbortController()
    const end = place.current
    import('./find-recent.ts')
      .then(({ findRecent }) => findRecent(before, end, leaving.signal))
      .then(setProducts, () => {})
    return () => {
      leaving.abort()
      setProducts([])
    }
  }, [id])
  return (
    <div ref={place} className={products.length > 0 ? 'mt-10 lg:mt-14' : ''}>
      <MoreProducts title="Recently viewed" products={products} />
    </div>
  )
}
