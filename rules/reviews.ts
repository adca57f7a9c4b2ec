import { normalisePhone } from './phone-number.ts'

export const reviewStates = ['waiting', 'shown', 'hidden'] as const
export type ReviewState = (typeof reviewStates)[number]

/** So many stand on a product's page at once, and so many pages of them can be turned. */
export const reviewsOnAPage = 10
export const mostReviewPages = 20

export const mostReviewPhotos = 2

export const longestReview = { text: 1_000, name: 40, town: 60, answer: 1_000, phone: 40 } as const

/** What the shown reviews of a product add up to. */
export type RatingSums = { ratingSum: number; ratingCount: number }

/** The average with one digit, or null where nobody has said anything. */
export function averageRating({ ratingSum, ratingCount }: RatingSums): number | null {
  return ratingCount === 0 ? null : Math.round((ratingSum / ratingCount) * 10) / 10
}

/** What a review adds to the sums, or takes away when it leaves the page. */
export function ratingChange(
  before: ReviewState | null,
  after: ReviewState | null,
  stars: number,
): RatingSums {
  const pages = Number(after === 'shown') - Number(before === 'shown')
  return { ratingSum: pages * stars, ratingCount: pages }
}

/** A whole name stays the customer's own; an address never becomes a name. */
export function firstNameOf(name: string): string {
  const first = name.trim().split(/\s+/, 1)[0] ?? ''
  return first.includes('@') ? '' : first.slice(0, longestReview.name)
}

/** Which page of the reviews an address asks for. */
export function readReviewPage(written: string | null): number {
  const page = /^\d{1,3}$/.test(written ?? '') ? Number(written) : 1
  return page >= 1 && page <= mostReviewPages ? page : 1
}

export type ReviewForm = { rating: number; text: string; name: string; town: string }

/** By field; page and server say the same. */
export function reviewMistakes({ rating, text, name, town }: ReviewForm): Record<string, string> {
  const found: Record<string, string | null> = {
    rating: Number.isInteger(rating) && rating >= 1 && rating <= 5 ? null : 'Please choose 1 to 5 stars',
    text: needed(text, 'Please write a few words', longestReview.text),
    name: nameMistake(name),
    town: town.trim().length > longestReview.town ? tooLong(longestReview.town) : null,
  }
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== null),
  )
}

/** Shown to everybody: no e-mail address and no number by which somebody could be reached. */
function nameMistake(name: string): string | null {
  if (name.includes('@') || normalisePhone(name) !== null) return 'Please enter your first name only'
  return needed(name, 'Please enter your first name', longestReview.name)
}

function needed(text: string, words: string, most: number): string | null {
  if (text.trim() === '') return words
  return text.trim().length > most ? tooLong(most) : null
}

function tooLong(most: number): string {
  return `Please use at most ${most} characters`
}

/**
 * The tracking page, turned to the reviews of an order's products: another route would cost every page some bytes. The key comes
 * with the message after the delivery.
 */
export function reviewPath(code: string, { key, product }: { key?: string | null; product?: number } = {}) {
  const query = new URLSearchParams({ code, review: key ?? '' })
  if (product !== undefined) query.set('product', String(product))
  return `/track-order?${query}`
}
