import { useNavigate } from 'react-router'
import { useWishlist } from '../cart/wishlist.tsx'
import { classNames } from '../ui/class-names.ts'
import { HeartIcon } from '../ui/icons.tsx'
import { useToasts } from '../ui/toasts.tsx'

type SaveButtonProps = {
  product: { id: number; name: string }
  className?: string
  /** The word beside the heart; without it the heart stands alone. */
  label?: string
}

/** Keeps a product on this phone's wishlist, or takes it off again. */
export function SaveButton({ product, className, label }: SaveButtonProps) {
  const { id, name } = product
  const wishlist = useWishlist()
  const toasts = useToasts()
  const navigate = useNavigate()
  const isSaved = wishlist.has(id)

  const press = () => {
    if (isSaved) return wishlist.remove(id)
    wishlist.save(id)
    // The heart itself says the rest; only the first time is it worth telling where the list is.
    if (wishlist.ids.length > 0) return
    const action = { label: 'View wishlist', onPress: () => void navigate('/wishlist') }
    toasts.show({ tone: 'success', title: 'Saved to your wishlist', description: name, action })
  }
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      aria-label={`Save ${name}`}
      onClick={press}
      className={classNames(
        'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 font-semibold text-hibiscus active:scale-98',
        '[@media(scripting:none)]:hidden',
        className,
      )}
    >
      <HeartIcon size={22} className={isSaved ? 'fill-current' : undefined} />
      {label}
    </button>
  )
}
