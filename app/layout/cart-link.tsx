import { IconLink } from '../ui/icon-button.tsx'
import { BagIcon } from '../ui/icons.tsx'

export function CartLink({ count }: { count: number }) {
  return (
    <IconLink to="/cart" label={count === 0 ? 'Cart' : `Cart, ${count} ${count === 1 ? 'item' : 'items'}`}>
      <BagIcon />
      {count > 0 && (
        <span className="absolute top-0.5 right-0 min-w-5 rounded-full bg-hibiscus px-1 text-center text-xs leading-5 font-semibold text-primary-foreground tabular-nums">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </IconLink>
  )
}
