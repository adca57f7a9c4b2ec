import { StarIcon } from './icons.tsx'

const five = [1, 2, 3, 4, 5]

export function Stars({ rating, size = 18 }: { rating: number; size?: number }) {
  return (
    <span role="img" aria-label={`Rated ${rating} out of 5`} className="inline-flex gap-0.5">
      {five.map((star) => (
        <StarIcon
          key={star}
          size={size}
          className={star <= Math.round(rating) ? 'fill-current text-star' : 'text-input'}
        />
      ))}
    </span>
  )
}
